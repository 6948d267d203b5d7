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
