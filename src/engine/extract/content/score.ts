/** Scores how likely each block is main content, with forests of decision trees in two passes. */
import { type Block, type Blocks, type Box, createClimber, deepestFirst } from "../page/blocks.ts";
import { remembered } from "../vocabulary/remember.ts";
import { describeBlocks } from "./features.ts";
import { type Forest, predict } from "./forest.ts";
import { findFurniture } from "./select.ts";
import { joinTables, type Part, type Table, toTable } from "./table.ts";
import type { PageTraits } from "./traits.ts";

export interface Model {
  readonly first: Forest;
  /** Also uses the first pass's scores of the surrounding blocks. */
  readonly second: Forest;
}

/** Weight of a block: long ones count more. */
const massOf = ({ words }: Block): number => Math.sqrt(words + 1);

interface Opinion {
  mass: number;
  sum: number;
}
const meanOf = (opinion: Opinion | undefined): number =>
  opinion === undefined || opinion.mass === 0 ? -1 : opinion.sum / opinion.mass;

const addTo = <Key>(opinions: Map<Key, Opinion>, key: Key, mass: number, guess: number): void => {
  const opinion = opinions.get(key);
  if (opinion) {
    opinion.mass += mass;
    opinion.sum += mass * guess;
  } else opinions.set(key, { mass, sum: mass * guess });
};

/** Sums up the first-pass scores of the blocks in each box. */
const predictBoxes = (blocks: readonly Block[], first: readonly number[]): ReadonlyMap<Box, Opinion> => {
  const boxes = new Map<Box, Opinion>();
  blocks.forEach((block, index) => {
    for (let at: Box | null = block.box; at && !boxes.has(at); at = at.parent)
      boxes.set(at, { mass: 0, sum: 0 });
    addTo(boxes, block.box, massOf(block), first[index] ?? 0);
  });
  for (const box of deepestFirst(boxes.keys())) {
    const [own, around] = [boxes.get(box), box.parent && boxes.get(box.parent)];
    if (!own || !around) continue;
    around.mass += own.mass;
    around.sum += own.sum;
  }
  return boxes;
};

/** Mean scores of a box and its ancestors, nearest first. */
const readChain = (from: Box, opinions: ReadonlyMap<Box, Opinion>): number[] => {
  const means: number[] = [];
  for (let at: Box | null = from; at && means.length <= MAX_LEVEL; at = at.parent)
    means.push(meanOf(opinions.get(at)));
  return means;
};

const likenessOf = ({ box }: Block): string => `${box.parent?.shape}>${box.shape}`;

const RANGES = [
  [-1, -1],
  [1, 1],
  [-3, -1],
  [1, 3],
  [1, 10],
  [-25, 25],
] as const;
const RANGE_NAMES = RANGES.map(([from, to]) => `first:${from}to${to}`);
const LEVELS = [0, 1, 2, 3, 4, 6, 8] as const;
const MAX_LEVEL = Math.max(...LEVELS);
const LEVEL_NAMES = LEVELS.map((level) => `first:box${level}`);

/** Features from the first pass's scores of a block, its neighbours and the boxes around it. */
const describeSurroundings = (all: Blocks, first: readonly number[], outside: readonly boolean[]): Table => {
  const { blocks, root } = all;
  const boxes = predictBoxes(blocks, first);
  const likes = new Map<string, Opinion>();
  const likenesses = blocks.map(likenessOf);
  blocks.forEach((block, index) => {
    addTo(likes, likenesses[index] ?? "", massOf(block), first[index] ?? 0);
  });
  const bestOf = createClimber<number>((box, above) =>
    Math.max(meanOf(boxes.get(box)), above ?? Number.NEGATIVE_INFINITY),
  );
  const page = meanOf(boxes.get(root));
  const sums: Opinion[] = [{ mass: 0, sum: 0 }];
  blocks.forEach((block, index) => {
    const { mass, sum } = sums[index] ?? { mass: 0, sum: 0 };
    sums.push({ mass: mass + massOf(block), sum: sum + massOf(block) * (first[index] ?? 0) });
  });
  const range = (from: number, to: number): number => {
    const low = sums[Math.max(0, from)];
    const high = sums[Math.min(blocks.length, to + 1)];
    return low && high && to >= from ? meanOf({ mass: high.mass - low.mass, sum: high.sum - low.sum }) : -1;
  };
  const most = first.reduce((left, right) => Math.max(left, right), 0);
  const total = sums.at(-1)?.sum || 1;
  const blockParts = (block: Block, index: number): readonly Part[] => {
    const means = readChain(block.box, boxes);
    const own = {
      firstSelf: first[index] ?? 0,
      firstAlike: meanOf(likes.get(likenesses[index] ?? "")),
      firstBestBox: bestOf(block.box),
      firstPage: page,
      firstMost: most,
      firstDone: (sums[index]?.sum ?? 0) / total,
    };
    return [
      own,
      [RANGE_NAMES, RANGES.map(([from, to]) => range(index + from, index + to))],
      [LEVEL_NAMES, LEVELS.map((level) => means[Math.min(level, means.length - 1)] ?? 0)],
    ];
  };
  return toTable(all, blockParts, outside);
};

/** Adds the features that the second pass uses. */
export const addSurroundings = (page: Blocks, known: Table, first: readonly number[]): Table => {
  const outside = known.rows.map(({ length }) => length === 0);
  return joinTables(page, known, describeSurroundings(page, first, outside));
};

/** Returns the mean score of both passes for each block; 0 for furniture. */
export const predictBlocks = (
  page: Blocks,
  table: Table,
  furniture: readonly boolean[],
  { first, second }: Model,
): number[] => {
  const predictAll = (forest: Forest, { rows }: Table): number[] => {
    const predictModel = remembered((model: number) => predict(forest, rows[model] ?? []));
    return page.models.map((model, index) => (furniture[index] ? 0 : predictModel(model)));
  };
  const guesses = predictAll(first, table);
  const seconds = predictAll(second, addSurroundings(page, table, guesses));
  return guesses.map((guess, index) => (guess + (seconds[index] ?? 0)) / 2);
};

/** Returns the likelihood of each block, in the order of the blocks. */
export const scoreBlocks = (page: Blocks, traits: PageTraits, model: Model): number[] => {
  const furniture = findFurniture(page.blocks);
  return predictBlocks(page, describeBlocks(page, traits, furniture), furniture, model);
};
