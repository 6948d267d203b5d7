/** Finds the main content of a page, without navigation, banners and other parts repeated across the site. */
import { type Element, isTag, type Text } from "domhandler";
import { findOne } from "domutils";
import { type Block, splitBlocks } from "../page/blocks.ts";
import type { PageDocument } from "../page/document.ts";
import { withoutPageLinks } from "./pageLinks.ts";
import { scoreBlocks } from "./score.ts";
import { selectBlocks } from "./select.ts";
import { type PageTraits, readTraits } from "./traits.ts";
import { FIRST, SECOND } from "./weights.ts";

export interface MainContent {
  /** Plain text, one block per line, with an empty line between paragraphs. */
  readonly text: string;
  readonly top: Element | null;
  readonly traits: PageTraits;
  readonly blocks: readonly Block[];
  /** How likely each block is main content, in the order of `blocks`. */
  readonly scores: readonly number[];
  readonly kept: ReadonlySet<Block>;
  /** The text nodes of all kept blocks. */
  readonly nodes: ReadonlySet<Text>;
}

/** Returns the element that contains all visible content: the body, or else the first element. */
export const findTop = ({ root: { children } }: PageDocument): Element | null =>
  findOne(({ name }) => name === "body", children, true) ?? children.find(isTag) ?? null;

const CLOSE: ReadonlySet<string> = new Set(["li", "td", "th", "dt", "dd", "pre", "tr"]);

const joinBlocks = (blocks: readonly Block[]): string => {
  let text = "";
  let last: Block | null = null;
  for (const block of blocks) {
    if (last)
      text +=
        last.box === block.box || (CLOSE.has(last.box.element.name) && CLOSE.has(block.box.element.name))
          ? "\n"
          : "\n\n";
    text += block.text;
    last = block;
  }
  return text;
};

const EMPTY_TRAITS: PageTraits = {
  kind: "other",
  hasMain: false,
  hasArticle: false,
  described: new Set(),
  records: 0,
  saysProduct: false,
};

export const findContent = (page: PageDocument): MainContent => {
  const top = findTop(page);
  if (!top)
    return { text: "", top, traits: EMPTY_TRAITS, blocks: [], scores: [], kept: new Set(), nodes: new Set() };
  const split = splitBlocks(top);
  const traits = readTraits(page, split);
  const scores = scoreBlocks(split, traits, { first: FIRST, second: SECOND });
  const kept =
    page.format === "document" ? split.blocks : withoutPageLinks(top, selectBlocks(split.blocks, scores));
  return {
    text: joinBlocks(kept),
    top,
    traits,
    blocks: split.blocks,
    scores,
    kept: new Set(kept),
    nodes: new Set(kept.flatMap(({ nodes }) => nodes)),
  };
};
