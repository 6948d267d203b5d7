interface Bounds<T> {
  /** Most inputs in progress or waiting to be consumed. */
  readonly width: number;
  /** Their maximum total weight. A single input may weigh more. */
  readonly maxWeight: number;
  readonly weigh: (input: T) => number;
}

/** Runs `work` on inputs before their results are needed. Results come in order, and the work ahead is bounded. */
export const workAhead = async function* <T, R>(
  inputs: AsyncIterable<T>,
  { width, maxWeight, weigh }: Bounds<T>,
  work: (input: T) => Promise<R>,
): AsyncGenerator<R> {
  const started: { readonly result: Promise<R>; readonly weight: number }[] = [];
  let weightAhead = 0;
  const take = async (): Promise<R[]> => {
    const first = started.shift();
    if (!first) return [];
    weightAhead -= first.weight;
    return [await first.result];
  };
  for await (const input of inputs) {
    const weight = weigh(input);
    while (started.length >= width || (started.length > 0 && weightAhead + weight > maxWeight))
      yield* await take();
    const result = work(input);
    // A rejection reaches the consumer of the result. If there is none, it must not count as unhandled.
    result.catch(() => undefined);
    started.push({ result, weight });
    weightAhead += weight;
  }
  while (started.length > 0) yield* await take();
};
