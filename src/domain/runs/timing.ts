/** Times of the run pipeline, in milliseconds. */
export const RUN_TIMING = {
  /** How long a worker holds a run without a sign of life. */
  leaseMs: 20_000,
  /** How often a worker gives one. */
  renewMs: 5_000,
  /** A queued run that holds a slot is announced again after this long. */
  announceAgainMs: 60_000,
  /** Longest delay of a message (SQS: 15 minutes). */
  maxQueueDelayMs: 900_000,
  /** A waiting run is looked at this often, in case a slot was lost. */
  lookAtWaitingMs: 300_000,
  /** Collected items are committed at least this often. */
  commitEveryMs: 2_000,
  /** Before its timeout a worker stops and hands the run on. */
  handOnBeforeMs: 15_000,
} as const;

/** Claims in a row without progress after which a run is given up. */
export const MAX_STALLS = 5;

/** Items collected since the last commit that make one due at once. */
export const COMMIT_ITEMS = 1_000;

/** A run that has not said for this long that it visits an origin does not: it says so every second to every five. */
export const ORIGIN_TIMING = { leaseMs: 12_000 } as const;
