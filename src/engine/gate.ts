/** Limits how many tasks run at once, in order of arrival; a function may change the limit. */
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
