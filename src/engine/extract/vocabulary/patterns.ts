/** Regular expressions from lists of phrases. */

/** Matches any of the phrases, with no letter before or after it. */
export const wholeWords = (phrases: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${phrases.join("|")})(?!\\p{L})`, "iu");
