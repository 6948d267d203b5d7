/** Normalises text for display and comparison. */

/** Collapses white space and removes invisible characters. */
export const normaliseSpace = (text: string): string =>
  UNEVEN.test(text) ? text.replace(UNSHOWN, "").replace(UNEVEN_RUNS, " ").trim() : text;
/** Most texts need no change, and testing costs less than rewriting. */
const UNEVEN = /^\s|\s$|\s\s|[^\S ]|[\u00ad\u200b\u2060\ufeff]/;
/** All white space except single spaces, which are the most common. */
const UNEVEN_RUNS = /[^\S ]\s*|\s{2,}/g;
/** Soft hyphens and zero-width characters: they don't separate words. */
const UNSHOWN = /[\u00ad\u200b\u2060\ufeff]/g;

/** The letters and digits of a text in lower case, to compare spellings of a name; empty for other values. */
export const lettersOf = (value: unknown): string =>
  typeof value === "string" ? value.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "") : "";

const MAX_ASCII = 127;
/** White space beyond ASCII, as `\s` defines it. */
const WIDE_SPACE = /\s/;
const isSpace = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code <= MAX_ASCII ? code === 32 || (code >= 9 && code <= 13) : WIDE_SPACE.test(text[at] ?? "");
};

/** Number of parts separated by white space: as many as `split(/\s+/)` gives, but faster. */
export const countSpaced = (text: string): number => {
  let count = 1;
  for (let at = 0; at < text.length; at++)
    if (isSpace(text, at) && !(at > 0 && isSpace(text, at - 1))) count++;
  return count;
};

/**
 * All matches of a global pattern that never matches an empty text. `matchAll` copies the pattern for each text, which takes ten times as long as reading a short
 * text with one of ours.
 */
export const allMatches = (pattern: RegExp, text: string): RegExpExecArray[] => {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) found.push(match);
  return found;
};
