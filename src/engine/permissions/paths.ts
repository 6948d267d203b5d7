/**
 * How much of a path pattern with `*` and a final `$` (RFC 9309 2.2.3) decides: its length if the path matches, otherwise
 * -1. Of several patterns the longest counts. Takes time proportional to the path for each part of the pattern.
 */
export const matchOf = (pattern: string, path: string): number => {
  const isAnchored = pattern.endsWith("$");
  const [first = "", ...rest] = (isAnchored ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return -1;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const found = isLast && isAnchored ? path.length - part.length : path.indexOf(part, at);
    if (found < at || !path.startsWith(part, found)) return -1;
    at = found + part.length;
  }
  return isAnchored && at !== path.length ? -1 : pattern.length;
};

/** Path and query of a URL, which patterns are compared with. */
export const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address);
  return pathname + search;
};

/** The entries with the longest matching pattern. */
export const bestFor = <T>(entries: readonly T[], path: string, patternOf: (entry: T) => string): T[] => {
  let best: T[] = [];
  let longest = 0;
  for (const entry of entries) {
    const length = matchOf(patternOf(entry), path);
    if (length < longest) continue;
    if (length > longest) best = [];
    longest = length;
    if (length >= 0) best.push(entry);
  }
  return best;
};
