/** The value in the middle of the sorted values, the larger one of two; 0 if there are none. */
export const middle = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
