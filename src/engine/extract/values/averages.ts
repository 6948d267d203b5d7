/** Averages of what a page's elements or records have. */

/** The mean of numbers; 0 of none. */
export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/** Which share of a list passes a test, from 0 to 1; 0 of an empty list. */
export const shareOf = <T>(all: readonly T[], test: (one: T) => boolean): number =>
  all.filter(test).length / Math.max(1, all.length);

/** The value in the middle of the sorted values, the larger one of two; 0 of none. */
export const middle = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
