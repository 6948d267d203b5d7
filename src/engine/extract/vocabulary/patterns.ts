/** Regular expressions for words and phrases. */

const LETTERS = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}`;
/** A character of a script without spaces between words, whose texts pages are measured and cut by. */
export const UNSPACED = new RegExp(`[${LETTERS}]`, "u");
/** Those and Korean, which has spaces, but writes particles and units right after a word: for a class of characters. */
export const UNPARTED_LETTERS = String.raw`${LETTERS}\p{sc=Hang}`;
export const UNPARTED = new RegExp(`[${UNPARTED_LETTERS}]`, "u");
/** Scripts without spaces for which `Intl.Segmenter` knows words. Other rules know none of Lao, Khmer and Burmese. */
export const SEGMENTED = new RegExp(String.raw`[${LETTERS}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]`, "u");

/** Matches any of the phrases, with no letter before or after it. */
export const wholeWords = (phrases: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${phrases.join("|")})(?!\\p{L})`, "iu");
