/** How a run behaves towards a host. Policy as data. */

export const POLITENESS = {
  /** Pages of one origin that a run opens at the same time, where the site asks for no delay. */
  pagesAtOnce: 2,
  /** Longest pause between two pages that a site is granted. */
  maxDelayMs: 30_000,
  /** A longer wait is not spent in a worker: the run is put down and taken up again. */
  waitInWorkerMs: 5_000,
} as const;

/** What is remembered of other sites than the latest ones is forgotten. */
export const MAX_ORIGINS = 100;
/** What goes along with a run from worker to worker: more is read again. */
export const MAX_CARRIED = { origins: 20, charsEach: 50_000 } as const;
