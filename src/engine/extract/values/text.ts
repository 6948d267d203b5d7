/** Text without what does not show, and what two spellings have in common. */

/** Runs of white space become one blank. */
export const normaliseSpace = (text: string): string =>
  UNEVEN.test(text) ? text.replace(UNSHOWN, "").replace(UNEVEN_RUNS, " ").trim() : text;
/** Most texts are even already: to look costs less than to write them again. */
const UNEVEN = /^\s|\s$|\s\s|[^\S ]|[\u00ad\u200b\u2060\ufeff]/;
/** All white space but blanks that stand alone: most do, and stay as they are. */
const UNEVEN_RUNS = /[^\S ]\s*|\s{2,}/g;
/** What shows where a word may be parted parts none: soft hyphens and blanks of no width. */
const UNSHOWN = /[\u00ad\u200b\u2060\ufeff]/g;

/** The letters and digits of a text, in lower case: what two spellings of a name have in common; empty for other values. */
export const lettersOf = (value: unknown): string =>
  typeof value === "string" ? value.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "") : "";

const MAX_ASCII = 127;
/** White space beyond ASCII, as `\s` means it. */
const WIDE_SPACE = /\s/;
const isSpace = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code <= MAX_ASCII ? code === 32 || (code >= 9 && code <= 13) : WIDE_SPACE.test(text[at] ?? "");
};

/** How many parts white space makes of a text: as many as `split(/\s+/)` gives, which takes longer. */
export const countSpaced = (text: string): number => {
  let count = 1;
  for (let at = 0; at < text.length; at++)
    if (isSpace(text, at) && !(at > 0 && isSpace(text, at - 1))) count++;
  return count;
};
