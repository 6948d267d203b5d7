/** Measures from 0 to 1 that compare results with the truth. */

const WORD = /[\p{L}\p{N}_]+/gu;
export const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** How often each thing is there. */
export const countEach = (things: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return counts;
};

/** How many things two lists share, each as often as both have it. */
export const overlap = (left: readonly string[], right: readonly string[]): number => {
  const counts = countEach(right);
  return left.filter((thing) => {
    const rest = counts.get(thing) ?? 0;
    counts.set(thing, rest - 1);
    return rest > 0;
  }).length;
};

/** F1 of two bags of things; 1 if both are empty. */
export const bagF1 = (left: readonly string[], right: readonly string[]): number =>
  left.length + right.length === 0 ? 1 : (2 * overlap(left, right)) / (left.length + right.length);

/** F1 of two bags of words. */
export const wordF1 = (found: string, truth: string): number => bagF1(wordsOf(found), wordsOf(truth));

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
