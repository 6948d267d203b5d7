/** Beyond this no date can be reckoned with. */
const LONGEST_MS = 1e12;

/** How long a `Retry-After` asks to wait, in milliseconds (RFC 9110 10.2.3: seconds or a date). */
export const parseRetryAfter = (value: string | null | undefined, nowMs: number): number | undefined => {
  const text = value?.trim() ?? "";
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_MS);
};
