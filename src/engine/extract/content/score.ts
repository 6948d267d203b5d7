/** How likely each block is part of the main content: a linear model in two passes. */
import type { Block, Blocks, Box } from "./blocks.ts";
import { createDescriber } from "./features.ts";
import type { PageTraits } from "./traits.ts";

/** Names of what holds for a block → how much it speaks for main content (log odds). */
export type Weights = Readonly<Record<string, number>>;

export const sumUp = (names: readonly string[], weights: Weights): number => {
  let sum = 0;
  for (const name of names) sum += weights[name] ?? 0;
  return sum;
};

/** Log odds as a likelihood. */
export const toLikelihood = (odds: number, { bias = 0 }: Weights): number =>
  1 / (1 + Math.exp(-(odds + bias)));

const STEPS = 10;
const step = (likelihood: number): number => Math.min(STEPS - 1, Math.floor(likelihood * STEPS));

/** Weight of a block among others: long ones say more. */
const massOf = ({ words }: Block): number => Math.sqrt(words + 1);

const averageBy = (blocks: readonly Block[], first: readonly number[]): ReadonlyMap<Box, number> => {
  const sums = new Map<Box, { mass: number; sum: number }>();
  blocks.forEach((block, index) => {
    const mass = massOf(block);
    for (let box: Box | null = block.box; box; box = box.parent) {
      const entry = sums.get(box) ?? { mass: 0, sum: 0 };
      entry.mass += mass;
      entry.sum += mass * (first[index] ?? 0);
      sums.set(box, entry);
    }
  });
  return new Map([...sums].map(([box, { mass, sum }]) => [box, sum / mass]));
};

const averageAround = (
  blocks: readonly Block[],
  first: readonly number[],
  index: number,
  from: number,
  to: number,
): number => {
  let mass = 0;
  let sum = 0;
  for (let at = Math.max(0, index + from); at <= Math.min(blocks.length - 1, index + to); at++) {
    const block = blocks[at];
    if (at === index || !block) continue;
    mass += massOf(block);
    sum += massOf(block) * (first[at] ?? 0);
  }
  return mass === 0 ? 0 : sum / mass;
};

/** What the first pass thinks of a block, of its neighbours and of the boxes around it. */
export const describeSurroundings = ({ blocks, root }: Blocks, first: readonly number[]): string[][] => {
  const averages = averageBy(blocks, first);
  const shapes = new Map<string, { sum: number; count: number }>();
  const shapeOf = ({ box }: Block): string => `${box.parent?.shape}>${box.shape}`;
  blocks.forEach((block, index) => {
    const entry = shapes.get(shapeOf(block)) ?? { sum: 0, count: 0 };
    entry.sum += first[index] ?? 0;
    entry.count++;
    shapes.set(shapeOf(block), entry);
  });
  return blocks.map((block, index) => {
    const names = [
      `self:${step(first[index] ?? 0)}`,
      `previous:${step(averageAround(blocks, first, index, -3, -1))}`,
      `next:${step(averageAround(blocks, first, index, 1, 3))}`,
      `around:${step(averageAround(blocks, first, index, -10, 10))}`,
    ];
    const same = shapes.get(shapeOf(block));
    if (same && same.count > 1) names.push(`same:${step(same.sum / same.count)}`);
    let level = 0;
    for (let box: Box | null = block.box; box && box !== root; box = box.parent, level++)
      if (level === 0 || level === 1 || level === 2 || level === 4 || level === 7)
        names.push(`box${level}:${step(averages.get(box) ?? 0)}`);
    names.push(`page:${step(averages.get(root) ?? 0)}`);
    return names;
  });
};

/** Likelihood of each block, in the order of the blocks. */
export const scoreBlocks = (
  page: Blocks,
  traits: PageTraits,
  weights: { readonly first: Weights; readonly second: Weights },
): number[] => {
  const describe = createDescriber(page, traits);
  // Names are many: a block's are summed up for both passes and forgotten.
  const sums = page.blocks.map((_, index) => {
    const names = describe(index);
    return { first: sumUp(names, weights.first), second: sumUp(names, weights.second) };
  });
  const first = sums.map((sum) => toLikelihood(sum.first, weights.first));
  return describeSurroundings(page, first).map((around, index) =>
    toLikelihood((sums[index]?.second ?? 0) + sumUp(around, weights.second), weights.second),
  );
};

/**
 * The likelihood from which blocks are taken, so that the expected F1 of their words is highest:
 * where the page is unclear, less likely blocks are worth taking.
 */
export const chooseThreshold = (blocks: readonly Block[], scores: readonly number[]): number => {
  const order = blocks
    .map(({ words }, index) => ({ words, score: scores[index] ?? 0 }))
    .sort((left, right) => right.score - left.score);
  const expected = order.reduce((sum, { words, score }) => sum + words * score, 0);
  let taken = 0;
  let hits = 0;
  let best = { f1: 0, score: 1 };
  for (const { words, score } of order) {
    taken += words;
    hits += words * score;
    const f1 = (2 * hits) / (taken + expected);
    if (f1 > best.f1) best = { f1, score };
  }
  return best.score;
};
