/** When a page is asked for again. Policy as data. */

export const RETRY_POLICY = {
  /** Tries after the first. */
  retries: 3,
  baseMs: 500,
  capMs: 8_000,
  /** A Retry-After up to this is waited for; a longer one is the caller's to plan. */
  maxRetryAfterMs: 10_000,
};

/** 408, 425, 429 and faults of the server; not 501 and 505, which will not change. */
export const isPassingStatus = (status: number): boolean =>
  status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505);

/** Full jitter: anything between nothing and the doubled delay, so that callers spread. */
export const retryDelayMs = (attempt: number, random: () => number): number =>
  Math.round(random() * Math.min(RETRY_POLICY.capMs, RETRY_POLICY.baseMs * 2 ** attempt));
