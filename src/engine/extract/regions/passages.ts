/** Text of a list page outside its records: above, between and below them, section by section. */
import type { AnyNode, Element } from "domhandler";
import type { MainContent } from "../content/content.ts";
import type { Block } from "../page/blocks.ts";
import { isCard } from "../page/leads.ts";
import { isWithin, withAncestors } from "../page/tree.ts";
import { coveredBy, isCovered } from "./regions.ts";
import { standsAside } from "./shape.ts";

export interface Passage {
  /** Heading of the section; null if it has none. */
  readonly title: string | null;
  readonly text: string;
  /** Where it begins. */
  readonly element: Element;
}

/** Shorter passages are counters, labels and buttons. */
const MIN_WORDS = 5;

const countWords = (blocks: readonly Block[]): number => blocks.reduce((sum, { words }) => sum + words, 0);

const isHeading = ({ box }: Block): boolean => /^h[1-4]$/.test(box.element.name);

/** Main content outside the records, section by section. */
const groupBeside = (content: MainContent, records: readonly Element[]): Block[][] => {
  const covered = coveredBy(records);
  const groups: Block[][] = [];
  let group: Block[] = [];
  for (const block of content.blocks) {
    const taken = isCovered(block, covered);
    if (taken || (isHeading(block) && !group.every(isHeading))) {
      groups.push(group);
      group = [];
    }
    if (!taken && content.kept.has(block)) group.push(block);
  }
  return [...groups, group].filter((blocks) => countWords(blocks) >= MIN_WORDS);
};

/** Main content outside the records. A heading with only a counter below it is not a passage. */
export const findPassages = (content: MainContent, records: readonly Element[]): Passage[] =>
  groupBeside(content, records)
    .filter((blocks) => countWords(blocks.filter((block) => !isHeading(block))) >= MIN_WORDS)
    .flatMap((blocks) => {
      const [first] = blocks;
      if (!first) return [];
      const text = blocks.map((block) => block.text).join("\n");
      return [{ title: blocks.find(isHeading)?.text ?? null, text, element: first.box.element }];
    });

const MAX_CARD_WORDS = 80;
const MAX_WIDER = 4;

/** The smallest card around all of the blocks that contains no records. */
const cardAround = (blocks: readonly Block[], holders: ReadonlySet<AnyNode>): Element | null => {
  // A section heading can precede the card's own heading.
  const titled = blocks.findIndex((block, at) => isHeading(block) && !blocks.slice(at + 1).some(isHeading));
  const [first, ...others] = blocks.slice(Math.max(0, titled)).map(({ box }) => box);
  let wider = 0;
  for (let at = first ?? null; at && at.words <= MAX_CARD_WORDS && wider < MAX_WIDER; at = at.parent) {
    const own = new Set<unknown>([at.element]);
    if (!others.every((box) => isWithin(box.element, own))) continue;
    if (holders.has(at.element)) return null;
    if (isCard(at.element)) return standsAside(at.element) ? null : at.element;
    wider++;
  }
  return null;
};

/** Cards outside the list, such as a page's lead story: a linked title and a picture. */
export const findLoneCards = (content: MainContent, records: readonly Element[]): Element[] => {
  const holders = withAncestors(coveredBy(records));
  return groupBeside(content, records)
    .map((blocks) => cardAround(blocks, holders))
    .filter((card) => card !== null);
};
