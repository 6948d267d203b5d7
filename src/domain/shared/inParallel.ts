/** Runs `work` on each input, at most `width` at a time. Results are in the order of the inputs. */
export const inParallel = async <T, R>(
  inputs: readonly T[],
  width: number,
  work: (input: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = new Array(inputs.length);
  const entries = inputs.entries();
  const walk = async (): Promise<void> => {
    // All walkers share one iterator, so each takes the next free input.
    for (const [index, input] of entries) results[index] = await work(input);
  };
  await Promise.all(Array.from({ length: Math.min(width, inputs.length) }, walk));
  return results;
};
