/** Which addresses of a sitemap are wanted. */
import { getPublicSuffix } from "tough-cookie";

/** The registrable domain of an address (`example.co.uk`), or its host where it has none. */
export const siteOf = (address: string): string => {
  const { hostname } = new URL(address);
  return getPublicSuffix(hostname, { ignoreError: true, allowSpecialUseDomain: true }) ?? hostname;
};

/**
 * Whether an address fits a pattern, in which `*` stands for any characters. One that begins with a
 * slash is about the path with its query, another one about the whole address. Takes linear time.
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
