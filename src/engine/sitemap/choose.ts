/** Matches URLs by site and by pattern. */
import { getPublicSuffix } from "tough-cookie";

/** The registrable domain of a URL (`example.co.uk`), or its host if it has none. */
export const siteOf = (address: string): string => {
  const { hostname } = new URL(address);
  return getPublicSuffix(hostname, { ignoreError: true, allowSpecialUseDomain: true }) ?? hostname;
};

/**
 * Whether a URL matches a pattern, in which `*` matches any characters. A pattern that starts with a slash is
 * matched against path and query, any other against the whole URL. Takes linear time.
 */
export const matchesAddress = (pattern: string, address: string): boolean => {
  const { origin } = new URL(address);
  const text = pattern.startsWith("/") ? address.slice(origin.length) : address;
  const [head = "", ...rest] = pattern.split("*");
  if (!text.startsWith(head)) return false;
  const tail = rest.pop();
  if (tail === undefined) return text === head;
  let at = head.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - tail.length >= at && text.endsWith(tail);
};
