/** How likely each block is part of the main content: a forest of trees in two passes. */
import type { Block, Blocks, Box } from "./blocks.ts";
import { describeBlocks } from "./features.ts";
import { type Forest, judge } from "./forest.ts";
import { isFurniture } from "./select.ts";
import { type Table, toTable } from "./table.ts";
import type { PageTraits } from "./traits.ts";

export interface Model {
  readonly first: Forest;
  /** Also knows what the first one thinks of the surroundings. */
  readonly second: Forest;
}

/** Weight of a block among others: long ones say more. */
const massOf = ({ words }: Block): number => Math.sqrt(words + 1);

interface Opinion {
  mass: number;
  sum: number;
}
const meanOf = (opinion: Opinion | undefined): number =>
  opinion === undefined || opinion.mass === 0 ? -1 : opinion.sum / opinion.mass;

const gather = <Key>(
  blocks: readonly Block[],
  first: readonly number[],
  keysOf: (block: Block) => Iterable<Key>,
): ReadonlyMap<Key, Opinion> => {
  const opinions = new Map<Key, Opinion>();
  blocks.forEach((block, index) => {
    const mass = massOf(block);
    for (const key of keysOf(block)) {
      const opinion = opinions.get(key) ?? { mass: 0, sum: 0 };
      opinion.mass += mass;
      opinion.sum += mass * (first[index] ?? 0);
      opinions.set(key, opinion);
    }
  });
  return opinions;
};

const chainOf = ({ box }: Block): Box[] => {
  const chain: Box[] = [];
  for (let at: Box | null = box; at; at = at.parent) chain.push(at);
  return chain;
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
const LEVEL_NAMES = LEVELS.map((level) => `first:box${level}`);

/** What the first pass thinks of a block, of its neighbours and of the boxes around it. */
const describeSurroundings = ({ blocks, root }: Blocks, first: readonly number[]): Table => {
  const boxes = gather(blocks, first, chainOf);
  const likes = gather(blocks, first, (block) => [likenessOf(block)]);
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
  return toTable(
    blocks.map((block, index) => {
      const chain = chainOf(block).map((box) => meanOf(boxes.get(box)));
      const own = {
        firstSelf: first[index] ?? 0,
        firstAlike: meanOf(likes.get(likenessOf(block))),
        firstBestBox: Math.max(...chain),
        firstPage: meanOf(boxes.get(root)),
        firstMost: most,
        firstDone: (sums[index]?.sum ?? 0) / total,
      };
      return [
        own,
        [RANGE_NAMES, RANGES.map(([from, to]) => range(index + from, index + to))],
        [LEVEL_NAMES, LEVELS.map((level) => chain[Math.min(level, chain.length - 1)] ?? 0)],
      ];
    }),
  );
};

/** What the second pass knows. */
export const addSurroundings = (page: Blocks, known: Table, first: readonly number[]): Table => {
  const around = describeSurroundings(page, first);
  return {
    names: [...known.names, ...around.names],
    rows: known.rows.map((row, index) => Float32Array.of(...row, ...(around.rows[index] ?? []))),
  };
};

/** On the page of one product, a section headed "You may also like" holds other ones. */
const findOthers = ({ names, rows }: Table): boolean[] => {
  const [product, related] = [names.indexOf("isProduct"), names.indexOf("title:related")];
  return rows.map((row) => row[product] === 1 && row[related] === 1);
};

/** What both passes say together, block by block. */
export const judgeBlocks = (page: Blocks, table: Table, { first, second }: Model): number[] => {
  const others = findOthers(table);
  const outside = page.blocks.map((block, index) => others[index] === true || isFurniture(block));
  const judgeAll = (forest: Forest, { rows }: Table): number[] =>
    rows.map((row, index) => (outside[index] ? 0 : judge(forest, row)));
  const guesses = judgeAll(first, table);
  const seconds = judgeAll(second, addSurroundings(page, table, guesses));
  return guesses.map((guess, index) => (guess + (seconds[index] ?? 0)) / 2);
};

/** Likelihood of each block, in the order of the blocks. */
export const scoreBlocks = (page: Blocks, traits: PageTraits, model: Model): number[] =>
  judgeBlocks(page, describeBlocks(page, traits), model);
