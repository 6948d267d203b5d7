/** When a delivery is attempted, and how long its webhook may fail before it is disabled. */
import { parseRetryAfter } from "../../contract/retryAfter.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../contract/units.ts";

/** Wait before each attempt after the previous one failed. */
export const ATTEMPT_WAITS_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** Jitter: waits are up to this much longer, so that receivers do not get all retries at once. */
const JITTER = 0.1;

export const WEBHOOK_TIMING = {
  /** Timeout for a receiver's response. */
  answerMs: 15 * SECOND_MS,
  /** Longest wait that a receiver may request. */
  longestRetryAfterMs: DAY_MS,
  /** A webhook that has failed for this long without a success is disabled. */
  failingMs: 5 * DAY_MS,
  /** After a rotation, both secrets sign for this long. */
  rotationMs: DAY_MS,
} as const;

const SAYS_WHEN: ReadonlySet<number> = new Set([429, 503]);

/**
 * Milliseconds until the next attempt; null if there is none.
 *
 * @param made attempts so far
 * @param random a number in [0, 1)
 */
export const waitBeforeNext = (
  made: number,
  answer: { readonly httpStatus: number | null; readonly retryAfter: string | null },
  nowMs: number,
  random: number,
): number | null => {
  const wait = ATTEMPT_WAITS_MS[made];
  if (wait === undefined) return null;
  const scheduled = Math.round(wait * (1 + JITTER * random));
  const asked = SAYS_WHEN.has(answer.httpStatus ?? 0) ? parseRetryAfter(answer.retryAfter, nowMs) : 0;
  return Math.max(scheduled, Math.min(asked ?? 0, WEBHOOK_TIMING.longestRetryAfterMs));
};
