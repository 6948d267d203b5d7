/** Trains the detection of a recipe's ingredients and steps among a page's lines, and scores it on other sites. */
import { Element } from "domhandler";
import { type Forest, predict } from "../../../src/engine/extract/content/forest.ts";
import type { Table } from "../../../src/engine/extract/content/table.ts";
import { parseDocument } from "../../../src/engine/extract/extract.ts";
import { type Line, listLines } from "../../../src/engine/extract/page/lines.ts";
import { describeAgain, describeLines } from "../../../src/engine/extract/sources/recipes/lineFeatures.ts";
import { cleanEntry } from "../../../src/engine/extract/sources/text/sections.ts";
import { bare, stripMarkup } from "../compare.ts";
import { type Entry, loadSet, type Split } from "../sets.ts";
import { crossOver } from "./folds.ts";
import { type Growth, growForest } from "./forest.ts";

const SEED = 5;
const GROWTH: Growth = {
  trees: 120,
  leaves: 12,
  rate: 0.08,
  rows: 0.7,
  features: 0.3,
  least: 30,
  ridge: 5,
  seed: SEED,
};

interface Truth {
  readonly ingredients?: unknown;
  readonly instructions_list?: unknown;
}

export interface LineSample {
  readonly entry: Entry<Truth>;
  readonly lines: readonly Line[];
  readonly table: Table;
  /** Whether each line is an ingredient, and whether it is a step; null if the truth does not say. */
  readonly ingredients: readonly boolean[] | null;
  readonly instructions: readonly boolean[] | null;
}

const EMPTY = new Element("p", {});

const listOf = (truth: unknown): string[] =>
  Array.isArray(truth)
    ? truth
        .filter((entry) => typeof entry === "string")
        .map(bare)
        .filter(Boolean)
    : [];

/** Shorter lines are part of a longer entry by chance. */
const LEAST_PART = 12;
const LEAST_WHOLE = 8;
/** Minimum share of a line that an entry inside it must cover. */
const MOST = 0.7;

/** Whether each line matches an entry: all of it, a part of it, or with a little extra text. */
const labelLines = (texts: readonly string[], entries: readonly string[], joint: string): boolean[] => {
  const known = new Set(entries);
  const all = entries.join(joint);
  return texts.map((text) =>
    [bare(text), bare(cleanEntry(text))].some(
      (own) =>
        known.has(own) ||
        (own.length >= LEAST_PART && all.includes(own)) ||
        entries.some(
          (entry) => entry.length >= LEAST_WHOLE && entry.length >= own.length * MOST && own.includes(entry),
        ),
    ),
  );
};

const toSample = (entry: Entry<Truth>): LineSample => {
  const { root } = parseDocument(stripMarkup(entry.read()), entry);
  const lines = listLines(root.children).filter(({ isFoot }) => !isFoot);
  const texts = lines.map(({ text }) => text);
  const isRecipe = entry.kind === "recipe" || entry.set === "recipes";
  const label = (truth: unknown, joint: string): boolean[] | null => {
    const labels = labelLines(texts, listOf(truth), joint);
    // If no line matches the truth's wording, the lines of a recipe cannot be labelled.
    return !isRecipe || labels.includes(true) ? labels : null;
  };
  return {
    entry,
    // The elements of all pages at once take several gigabytes.
    lines: lines.map((line) => ({ ...line, element: EMPTY })),
    table: describeLines(lines),
    ingredients: label(entry.truth.ingredients, "|"),
    instructions: label(entry.truth.instructions_list, ""),
  };
};

/** One in this many pages without a recipe is used. */
const OTHERS = 8;

export const loadLineSamples = (split: Split): LineSample[] => [
  ...loadSet<Truth>("recipes", split).map(toSample),
  ...loadSet<Truth>("pages", split)
    .filter(({ kind }) => kind === "recipe")
    .map(toSample),
  ...loadSet<Truth>("content", split)
    .filter((_, at) => at % OTHERS === 0)
    .map(toSample),
];

type Part = "ingredients" | "instructions";
type TableOf = (sample: LineSample) => Table;

const grow = (samples: readonly LineSample[], part: Part, tableOf: TableOf): Forest => {
  const known = samples.map((sample) => ({ ...tableOf(sample), labels: sample[part] ?? [] }));
  return growForest(
    {
      names: known[0]?.names ?? [],
      rows: known.flatMap(({ rows }) => rows),
      labels: known.flatMap(({ labels }) => labels.map(Number)),
      // Long pages repeat themselves.
      masses: known.flatMap(({ rows }) => rows.map(() => 1 / Math.sqrt(rows.length))),
    },
    GROWTH,
  );
};

/** Forests of the first and second pass. The second learns from the first pass's predictions on unseen sites. */
export const learnLines = (samples: readonly LineSample[], part: Part): readonly [Forest, Forest] => {
  const known = samples.filter((sample) => sample[part] !== null && sample.lines.length > 0);
  const firstOf: TableOf = ({ table }) => table;
  const unseen = crossOver(
    known,
    SEED,
    (rest) => grow(rest, part, firstOf),
    ({ table }, forest) => table.rows.map((row) => predict(forest, row)),
  );
  const againOf: TableOf = (sample) => describeAgain(sample.lines, sample.table, unseen.get(sample) ?? []);
  return [grow(known, part, firstOf), grow(known, part, againOf)];
};
