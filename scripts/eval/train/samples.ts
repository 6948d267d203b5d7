/** Labelled blocks of pages: the training data of the main-content model. */

import { findTop } from "../../../src/engine/extract/content/content.ts";
import { describeBlocks } from "../../../src/engine/extract/content/features.ts";
import { findFurniture } from "../../../src/engine/extract/content/select.ts";
import type { Table } from "../../../src/engine/extract/content/table.ts";
import { readTraits } from "../../../src/engine/extract/content/traits.ts";
import { parseDocument } from "../../../src/engine/extract/extract.ts";
import { type Blocks, splitBlocks } from "../../../src/engine/extract/page/blocks.ts";
import { bare } from "../compare.ts";
import { labelBlocks } from "../labels.ts";
import { type Entry, loadSet, type Split } from "../sets.ts";

export interface ContentTruth {
  readonly main_content?: string;
  /** Snippets that are content, and snippets that are not. */
  readonly with?: readonly string[];
  readonly without?: readonly string[];
  /** The first words of the content. */
  readonly content_start?: string;
}

export interface Sample {
  readonly entry: Entry<ContentTruth>;
  readonly blocks: Blocks;
  readonly table: Table;
  /** Blocks that are never content. */
  readonly furniture: readonly boolean[];
  readonly labels: readonly number[];
  /**
   * The block's weight. Every page counts the same, regardless of length; boilerplate and unlabelled blocks are
   * ignored.
   */
  readonly masses: readonly number[];
}

/** Shorter blocks match a snippet by chance. */
const LEAST_PART = 20;
const LEAST_OUTSIDE = 4;

/**
 * The label from snippets: 1, 0, or null if unknown. Most pages of `articles` have a few snippets and no full
 * text.
 */
const labelBySnippets = (blocks: Blocks, truth: ContentTruth): (number | null)[] => {
  const inside = (truth.with ?? []).map(bare).filter((snippet) => snippet !== "");
  const outside = (truth.without ?? []).map(bare).filter(({ length }) => length >= LEAST_OUTSIDE);
  const start = bare(truth.content_start ?? "");
  return blocks.blocks.map(({ text }) => {
    const own = bare(text);
    if (own === "") return null;
    if (start !== "" && own.includes(start)) return 1;
    const holds = (snippets: readonly string[]): boolean =>
      snippets.some(
        (snippet) => own.includes(snippet) || (own.length >= LEAST_PART && snippet.includes(own)),
      );
    const [isIn, isOut] = [holds(inside), holds(outside)];
    return isIn === isOut ? null : Number(isIn);
  });
};

const toSample = (entry: Entry<ContentTruth>): Sample | null => {
  const document = parseDocument(entry.read(), entry);
  const top = findTop(document);
  if (!top) return null;
  const blocks = splitBlocks(top);
  const furniture = findFurniture(blocks.blocks);
  const { truth } = entry;
  const labels = truth.main_content
    ? labelBlocks(blocks.blocks, truth.main_content, furniture)
    : labelBySnippets(blocks, truth);
  const weights = blocks.blocks.map(({ words }, index) =>
    furniture[index] || labels[index] === null ? 0 : Math.sqrt(words),
  );
  const total = weights.reduce((sum, value) => sum + value, 0);
  if (total === 0) return null;
  return {
    entry,
    blocks,
    table: describeBlocks(blocks, readTraits(document, blocks)),
    furniture,
    labels: labels.map((label) => label ?? 0),
    masses: weights.map((value) => value / total),
  };
};

const SETS = ["content", "pages", "articles"] as const;

/** All pages of a split that have labelled content. */
export const loadSamples = (split: Split): Sample[] =>
  SETS.flatMap((set) => loadSet<ContentTruth>(set, split))
    .filter(({ truth }) => truth.main_content ?? truth.with ?? truth.without ?? truth.content_start)
    .map(toSample)
    .filter((sample) => sample !== null);
