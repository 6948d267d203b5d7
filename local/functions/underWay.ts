/** Work that goes on by itself, which somebody may want to see the end of. */
export const createUnderWay = () => {
  const works = new Set<Promise<unknown>>();
  return {
    add(work: Promise<unknown>): void {
      const ended = work.catch(() => undefined).then(() => works.delete(ended));
      works.add(ended);
    },

    /** Waits until nothing is under way. */
    async settled(): Promise<void> {
      while (works.size > 0) await Promise.all(works);
    },
  };
};
