/** Labels the blocks of a page that are in the truth. */
import type { Block } from "../../src/engine/extract/page/blocks.ts";
import { RUN, runsOf } from "./compare.ts";
import { countEach, wordsOf } from "./measures.ts";

const has = (bag: ReadonlyMap<string, number>, thing: string): boolean => (bag.get(thing) ?? 0) > 0;
const take = (bag: Map<string, number>, things: readonly string[]): void => {
  for (const thing of things) bag.set(thing, (bag.get(thing) ?? 0) - 1);
};

/** Nearest first: a short text matches the truth if its neighbours do. */
const REACHES = [1, 2, 4, 8, Number.POSITIVE_INFINITY];
const NEAREST = 8;

/**
 * Share of each block's word sequences that are in the truth. Text that is in the truth once counts for one
 * block only; short blocks match the words that are left over. Blocks marked in `outside` are never content, so
 * their label is 0: menus repeat the page's topic.
 */
export const labelBlocks = (
  blocks: readonly Block[],
  truth: string,
  outside: readonly boolean[],
): number[] => {
  const truthWords = wordsOf(truth);
  const spoken = ` ${truthWords.join(" ")} `;
  const runs = countEach(runsOf(truthWords));
  const left = countEach(truthWords);
  const words = blocks.map(({ text }, index) => (outside[index] ? [] : wordsOf(text)));
  const labels = words.map((own) => {
    const all = runsOf(own);
    const found = all.filter((run) => has(runs, run));
    const label = all.length === 0 ? 0 : found.length / all.length;
    if (label >= 0.5) {
      take(runs, found);
      take(left, own);
    }
    return label;
  });
  const distanceOf = (index: number): number => {
    for (let steps = 1; steps <= NEAREST; steps++)
      if ((labels[index - steps] ?? 0) >= 0.5 || (labels[index + steps] ?? 0) >= 0.5) return steps;
    return Number.POSITIVE_INFINITY;
  };
  for (const reach of REACHES)
    words.forEach((own, index) => {
      if (own.length === 0 || own.length >= RUN || labels[index] === 1) return;
      if (!spoken.includes(` ${own.join(" ")} `) || distanceOf(index) > reach) return;
      if (!own.every((word) => has(left, word))) return;
      labels[index] = 1;
      take(left, own);
    });
  return labels;
};
