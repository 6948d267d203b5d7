/** Regular expressions from lists of phrases. */

/** Any of the phrases, with no letter before or behind it. */
export const wholeWords = (phrases: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${phrases.join("|")})(?!\\p{L})`, "iu");
