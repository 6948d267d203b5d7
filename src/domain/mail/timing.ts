/** When a mail is attempted. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/units.ts";

/** Wait before each attempt after the provider rejected the previous one. */
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

/** Jitter: waits are up to this much longer, so that mails that were throttled together are not retried together. */
const JITTER = 0.2;

/**
 * Milliseconds until the next attempt; null if there is none.
 *
 * @param made attempts so far
 * @param spread a number in [0, 1) that is fixed for each mail
 */
export const waitBeforeNextAttempt = (made: number, spread: number): number | null => {
  const wait = ATTEMPT_WAITS_MS[made];
  return wait === undefined ? null : Math.round(wait * (1 + JITTER * spread));
};
