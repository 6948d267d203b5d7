/** Times of the run pipeline, in milliseconds. */
export const RUN_TIMING = {
  /** How long a worker's lease lasts without a heartbeat. */
  leaseMs: 20_000,
  /** Time between heartbeats. */
  renewMs: 5_000,
  /**
   * A queued run that holds a slot is looked at after this long, and announced again if it is still queued. If not, the lease of its
   * first worker ends about then.
   */
  lookFirstMs: 20_000,
  /** What was announced to take the place of a lost worker is announced again after this long. */
  announceAgainMs: 60_000,
  /** Longest delay of a message (SQS: 15 minutes). */
  maxQueueDelayMs: 900_000,
  /** How often a waiting run is checked, in case a slot was lost. */
  lookAtWaitingMs: 300_000,
  /** Longest time between commits of collected items. */
  commitEveryMs: 2_000,
  /** How long before its timeout a worker stops and hands the run on. */
  handOnBeforeMs: 15_000,
} as const;

/** Claims in a row without progress after which a run fails. */
export const MAX_STALLS = 5;

/** Workers that may die at the same page before the run fails. */
export const MAX_DEATHS = 2;

/**
 * After a worker has died, the next one opens this many pages one at a time, as many as may have been open at once,
 * and records each before it reads it.
 */
export const CAREFUL_PAGES = 32;

/** Characters of a page that is noted before it is read, even if no worker has died. */
export const LARGE_PAGE_CHARS = 1_000_000;

/** Uncommitted items that trigger a commit. */
export const COMMIT_ITEMS = 1_000;

/** A run that has not renewed its presence at an origin for this long is gone; it renews every one to five seconds. */
export const ORIGIN_TIMING = { leaseMs: 12_000 } as const;
