/** Finds the line that each line of a replaced passage became: the most similar one, in the order of the text. */
import { wordsOf } from "./words.ts";

/** Pairs that are compared at most, as many as two passages of 200 lines have. */
const MAX_COMPARED = 40_000;

/** Whether two passages are short enough for their lines to be matched by similarity. */
export const isMatchable = (removed: readonly string[], added: readonly string[]): boolean =>
  removed.length * added.length <= MAX_COMPARED;

/** A line, the line that it became, or both. */
export type LinePair = readonly [previous: string | undefined, current: string | undefined];

/** Lines without any word, such as blank ones, decide nothing. */
const EQUAL_BLANKS = 1e-6;

const telling = (line: string): ReadonlySet<string> =>
  new Set(wordsOf(line).filter((word) => /[\p{L}\p{N}]/u.test(word)));

/** How similar two lines are, from 0 to 1. A word counts less, the more lines have it: "API" tells more than "uptime". */
const similarityOf = (removed: readonly string[], added: readonly string[]) => {
  const [from, to] = [removed.map(telling), added.map(telling)];
  const lines = new Map<string, number>();
  for (const words of [...from, ...to]) for (const word of words) lines.set(word, (lines.get(word) ?? 0) + 1);
  const weigh = (words: Iterable<string>): number => {
    let sum = 0;
    for (const word of words) sum += 1 / (lines.get(word) ?? 1);
    return sum;
  };
  const weights = [from.map(weigh), to.map(weigh)] as const;
  return (i: number, j: number): number => {
    const [left, right] = [from[i] ?? new Set<string>(), to[j] ?? new Set<string>()];
    const total = (weights[0][i] ?? 0) + (weights[1][j] ?? 0);
    if (total === 0) return removed[i] === added[j] ? EQUAL_BLANKS : 0;
    return (2 * weigh([...left].filter((word) => right.has(word)))) / total;
  };
};

const byPlace = (removed: readonly string[], added: readonly string[]): LinePair[] =>
  Array.from({ length: Math.max(removed.length, added.length) }, (_, i) => [removed[i], added[i]]);

/**
 * Pairs the lines of two passages, none of which crosses another, so that the pairs are as similar as possible. Passages
 * that are too long for that are paired by place, as are single lines.
 */
export const matchLines = (removed: readonly string[], added: readonly string[]): LinePair[] => {
  const [rows, columns] = [removed.length, added.length];
  if (rows * columns <= 1 || !isMatchable(removed, added)) return byPlace(removed, added);
  const similarity = similarityOf(removed, added);
  // best[i][j]: the most that the lines from i and j on can have in common.
  const best = Array.from({ length: rows + 1 }, () => new Float64Array(columns + 1));
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0;
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      const alike = similarity(i, j);
      const paired = alike > 0 ? alike + at(i + 1, j + 1) : 0;
      (best[i] as Float64Array)[j] = Math.max(paired, at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: LinePair[] = [];
  let [i, j] = [0, 0];
  while (i < rows && j < columns) {
    if (at(i, j) === at(i, j + 1)) pairs.push([undefined, added[j++]]);
    else if (at(i, j) === at(i + 1, j)) pairs.push([removed[i++], undefined]);
    else pairs.push([removed[i++], added[j++]]);
  }
  const rest = (lines: readonly string[], from: number) => lines.slice(from);
  return [
    ...pairs,
    ...rest(removed, i).map((line): LinePair => [line, undefined]),
    ...rest(added, j).map((line): LinePair => [undefined, line]),
  ];
};
