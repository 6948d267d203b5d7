/** Background work that callers may want to wait for. */
export const createUnderWay = () => {
  const works = new Set<Promise<unknown>>();
  return {
    add(work: Promise<unknown>): void {
      const drop = (): void => void works.delete(work);
      works.add(work);
      work.then(drop, drop);
    },

    /** Waits until nothing is in progress. */
    async settled(): Promise<void> {
      while (works.size > 0) await Promise.allSettled(works);
    },
  };
};
