/** When a mail is attempted: policy, as data. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/units.ts";

/** Wait before each attempt, after the provider rejected the one before. */
const ATTEMPT_WAITS_MS: readonly number[] = [
  0,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
];

/** Jitter: a wait is up to this much longer, so that mails that were throttled together are not retried together. */
const JITTER = 0.2;

/**
 * Milliseconds until the next attempt, or null where there is none.
 *
 * @param made attempts made so far
 * @param spread a number in [0, 1), of the mail's own
 */
export const waitBeforeNextAttempt = (made: number, spread: number): number | null => {
  const wait = ATTEMPT_WAITS_MS[made];
  return wait === undefined ? null : Math.round(wait * (1 + JITTER * spread));
};
