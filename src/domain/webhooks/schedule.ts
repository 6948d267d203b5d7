/** When a delivery is attempted, and for how long its receiver may fail: policy, as data. */
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Attempts in a row whose worker dies after which a delivery is given up: it kills them, and would for ever. */
export const MAX_LOSSES = 10;

/** Waits before each attempt, the one before it having failed. */
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

/** A wait is made up to this much longer, so that receivers do not get all retries at once. */
const JITTER = 0.1;

export const WEBHOOK_TIMING = {
  /** How long a receiver may take to answer. */
  answerMs: 15 * SECOND_MS,
  /** An attempt that has given no sign after this long was lost. */
  attemptMs: 60 * SECOND_MS,
  /** A delivery whose message may be lost is announced again this long after its time. */
  announceAgainMs: 2 * MINUTE_MS,
  /** Waits up to this long are left to the queue, longer ones to the clock. */
  longestDelayMs: 15 * MINUTE_MS,
  /** Longest wait that a receiver may ask for. */
  longestRetryAfterMs: DAY_MS,
  /** A webhook that gave nothing but failures for this long is switched off. */
  failingMs: 5 * DAY_MS,
  /** Both secrets sign for this long after a rotation. */
  rotationMs: DAY_MS,
  /** Deliveries can be looked at and replayed for this long. */
  keepMs: 30 * DAY_MS,
} as const;

/** How long a Retry-After asks to wait (RFC 9110 10.2.3: seconds or a date), or 0. */
const parseRetryAfter = (value: string | null, nowMs: number): number => {
  const text = value?.trim() ?? "";
  const ms = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), WEBHOOK_TIMING.longestRetryAfterMs);
};

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
  return Math.max(scheduled, asked);
};
