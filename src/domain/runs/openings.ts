/** The page that a run's worker waits for. */
import type { RunOpening } from "../../contract/runs.ts";

/**
 * Keeps what a worker has asked for and not got yet. It is told where the run is written anyway: with each commit and
 * with each sign of life.
 */
export const createOpenings = (now: () => number) => {
  const underWay = new Set<RunOpening>();
  return {
    /** @returns to be called once the page is there, or will not be */
    begin(url: string): () => void {
      const opening = { url, since: new Date(now()).toISOString() };
      underWay.add(opening);
      return () => void underWay.delete(opening);
    },

    /** What the worker has waited for the longest; null where it waits for nothing. */
    longest: (): RunOpening | null => underWay.values().next().value ?? null,
  };
};

export type Openings = ReturnType<typeof createOpenings>;
