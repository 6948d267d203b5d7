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

/** `Retry-After` in seconds or as a date (RFC 9110 10.2.3). */
export const parseRetryAfter = (value: string | undefined, now: number): number | undefined => {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};

/** Full jitter: anything between nothing and the doubled delay, so that callers spread. */
export const retryDelayMs = (attempt: number, random: () => number): number =>
  Math.round(random() * Math.min(RETRY_POLICY.capMs, RETRY_POLICY.baseMs * 2 ** attempt));
