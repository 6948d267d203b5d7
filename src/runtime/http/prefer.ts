/** `Prefer: wait` of RFC 7240, 4.3. */

/** The part of the gateway's 30 seconds that is left for the request itself. */
const MAX_WAIT_SECONDS = 25;

/** How many seconds the caller is willing to wait; null if the header is absent or malformed. */
export const preferredWait = (headers: Readonly<Record<string, string | undefined>>): number | null => {
  const seconds = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,6})"?\s*(?=$|[,;])/i.exec(headers.prefer ?? "")?.[1];
  return seconds === undefined || Number(seconds) === 0 ? null : Math.min(Number(seconds), MAX_WAIT_SECONDS);
};
