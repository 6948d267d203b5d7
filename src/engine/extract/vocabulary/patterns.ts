/** Regular expressions for words and phrases. */

/** A character of a script without spaces between words. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** A text as a pattern that matches just it. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Matches any of the phrases, with no letter before or after it. */
export const wholeWords = (phrases: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${phrases.join("|")})(?!\\p{L})`, "iu");
