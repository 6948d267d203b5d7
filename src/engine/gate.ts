/** Lets so many pieces of work run at once, in the order in which they came; a function may change the number. */
export const createGate = (width: number | (() => number)) => {
  const limit = typeof width === "number" ? () => width : width;
  const waiting: (() => void)[] = [];
  let running = 0;
  const admit = (): void => {
    while (waiting.length > 0 && running < limit()) {
      running++;
      waiting.shift()?.();
    }
  };
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const turn = new Promise<void>((resolve) => waiting.push(resolve));
    admit();
    await turn;
    try {
      return await work();
    } finally {
      running--;
      admit();
    }
  };
};
