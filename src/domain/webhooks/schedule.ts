/** When a delivery is attempted, and for how long its receiver may fail: policy, as data. */
import { parseRetryAfter } from "../../contract/retryAfter.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../contract/units.ts";

/** Wait before each attempt, after the one before has failed. */
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

/** Jitter: a wait is up to this much longer, so that receivers do not get all retries at once. */
const JITTER = 0.1;

export const WEBHOOK_TIMING = {
  /** How long a receiver may take to answer. */
  answerMs: 15 * SECOND_MS,
  /** Longest wait that a receiver may ask for. */
  longestRetryAfterMs: DAY_MS,
  /** A webhook that has only failed for this long is disabled. */
  failingMs: 5 * DAY_MS,
  /** Both secrets sign for this long after a rotation. */
  rotationMs: DAY_MS,
} as const;

const SAYS_WHEN: ReadonlySet<number> = new Set([429, 503]);

/**
 * Milliseconds until the next attempt, or null where there is none.
 *
 * @param made attempts made so far
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
