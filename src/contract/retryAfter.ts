/** Longest wait, about 32 years, so that adding it to the current time still gives a valid date. */
const LONGEST_MS = 1e12;

/** The wait that a `Retry-After` header requests, in milliseconds (RFC 9110 10.2.3: seconds or a date). */
export const parseRetryAfter = (value: string | null | undefined, nowMs: number): number | undefined => {
  const text = value?.trim() ?? "";
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_MS);
};
