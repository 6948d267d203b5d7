/** What a list page tells besides its records: the text above, between and below them, section by section. */
import type { Element } from "domhandler";
import type { Block } from "../content/blocks.ts";
import type { MainContent } from "../content/content.ts";
import { coveredBy, isCovered } from "./regions.ts";

export interface Passage {
  /** Heading of the section; null where it has none. */
  readonly title: string | null;
  readonly text: string;
}

/** Shorter ones are counters, labels and buttons. */
const MIN_WORDS = 5;

const isHeading = ({ box }: Block): boolean => /^h[1-4]$/.test(box.element.name);

/** Main content that stands in none of the records. */
export const findPassages = (content: MainContent, records: readonly Element[]): Passage[] => {
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
  return [...groups, group]
    .filter((blocks) => blocks.reduce((sum, { words }) => sum + words, 0) >= MIN_WORDS)
    .map((blocks) => ({
      title: blocks.find(isHeading)?.text ?? null,
      text: blocks.map(({ text }) => text).join("\n"),
    }));
};
