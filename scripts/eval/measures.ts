/** Measures from 0 to 1 that compare results with the truth. */

const WORD = /[\p{L}\p{N}_]+/gu;
export const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

const countEach = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** F1 of two bags of words. */
export const wordF1 = (found: string, truth: string): number => {
  const left = wordsOf(found);
  const right = wordsOf(truth);
  if (left.length === 0 || right.length === 0) return left.length === right.length ? 1 : 0;
  const wanted = countEach(right);
  let hits = 0;
  for (const word of left) {
    const rest = wanted.get(word) ?? 0;
    if (rest > 0) {
      hits++;
      wanted.set(word, rest - 1);
    }
  }
  return (2 * hits) / (left.length + right.length);
};

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** 95 % interval of the mean by resampling. */
export const bootstrap = (
  values: readonly number[],
  random: () => number,
  rounds = 1_000,
): [low: number, high: number] => {
  const means = Array.from({ length: rounds }, () =>
    mean(values.map(() => values[Math.floor(random() * values.length)] ?? 0)),
  ).sort((a, b) => a - b);
  return [means[Math.floor(rounds * 0.025)] ?? Number.NaN, means[Math.floor(rounds * 0.975)] ?? Number.NaN];
};
