/** When a request is retried, as data. */

export const RETRY_POLICY = {
  /** Attempts after the first. */
  retries: 3,
  baseMs: 500,
  capMs: 8_000,
  /** The longest Retry-After to wait for; the caller plans longer ones. */
  maxRetryAfterMs: 10_000,
};

/** 408, 425, 429 and server errors, but not 501 and 505, which are permanent. */
export const isPassingStatus = (status: number): boolean =>
  status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501 && status !== 505);

/** Full jitter: a random time up to the doubled delay, so that callers spread out. */
export const retryDelayMs = (attempt: number, random: () => number): number =>
  Math.round(random() * Math.min(RETRY_POLICY.capMs, RETRY_POLICY.baseMs * 2 ** attempt));
