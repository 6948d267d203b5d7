/** Does `work` for each of the inputs, at most `width` at a time; the results are in their order. */
export const inParallel = async <T, R>(
  inputs: readonly T[],
  width: number,
  work: (input: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = new Array(inputs.length);
  const entries = inputs.entries();
  const walk = async (): Promise<void> => {
    // One iterator for all walkers: each takes the next that no one has taken.
    for (const [index, input] of entries) results[index] = await work(input);
  };
  await Promise.all(Array.from({ length: Math.min(width, inputs.length) }, walk));
  return results;
};
