/** The page that a run's worker is waiting for. */
import type { RunOpening } from "../../../contract/runs/runs.ts";

/**
 * Tracks pages that were requested and have not arrived. Reported with each commit and heartbeat, so it costs no extra
 * write.
 */
export const createOpenings = (now: () => number) => {
  const underWay = new Set<RunOpening>();
  return {
    /** @returns call it when the page has arrived or failed */
    begin(url: string): () => void {
      const opening = { url, since: new Date(now()).toISOString() };
      underWay.add(opening);
      return () => void underWay.delete(opening);
    },

    /** The page waited for the longest; null if there is none. */
    longest: (): RunOpening | null => underWay.values().next().value ?? null,
  };
};

export type Openings = ReturnType<typeof createOpenings>;
