/** The words of a sentence, and the concept that each names, in the web's major languages. */
import { foldDigits } from "../../extract/values/digits.ts";
import { type Concept, conceptOf } from "../../extract/vocabulary/concepts.ts";
import { UNPARTED_LETTERS } from "../../extract/vocabulary/patterns.ts";
import { FIELD_WORDS, RECORD_NOUNS } from "./words.ts";

/** Converts digits of other scripts to ASCII, and collapses runs of blanks. */
const WIDE_ZERO = "０".charCodeAt(0);
export const plainPrompt = (text: string): string =>
  foldDigits(text)
    .replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - WIDE_ZERO))
    .replace(/[^\S\n]+/g, " ")
    .replace(/\n+/g, "\n");

const SINGULAR: readonly (readonly [RegExp, string])[] = [
  [/ies$/, "y"],
  [/(?:s|n|e|en|es|er|x|i|r|e)$/, ""],
  // Polish cases: "nazwę", "autora".
  [/[ęą]$/, "a"],
  [/(?<=or)a$/, ""],
];
/** The Arabic "and", "by", "for" and "the" are written as one word with the next. */
const ARABIC_START = /^(?:[وفبلك](?=.{3}))?(?:ال|لل)?/u;

/** Shorter stems belong to other words: "cases" is not "cas". */
const MIN_STEM = 4;

/** A word as written, and without its plural ending or article. */
const formsOf = (word: string): string[] => {
  const bare = /\p{Script=Arabic}/u.test(word) ? word.replace(ARABIC_START, "") : word;
  return [
    word,
    ...(bare === word ? [] : [bare, `ال${bare}`]),
    ...SINGULAR.filter(([ending]) => word.length > 4 && ending.test(word))
      .map(([ending, put]) => word.replace(ending, put))
      .filter(({ length }) => length >= MIN_STEM),
    ...(word.length > 6 && /^\p{Script=Latin}+$/u.test(word) ? [word.slice(0, -2)] : []),
  ];
};

const knownAs = (form: string): Concept | null =>
  (Object.hasOwn(FIELD_WORDS, form) ? FIELD_WORDS[form] : undefined) ?? conceptOf(form);

/** The concept that a word names, and the form that matched; null if none is known. */
export const conceptIn = (word: string): { readonly form: string; readonly concept: Concept } | null => {
  for (const form of formsOf(word)) {
    const concept = knownAs(form);
    if (concept !== null) return { form, concept };
  }
  return null;
};

/** The concept that a name of several words stands for, in the plural too: "email addresses". */
export const conceptOfName = (name: string): Concept | null =>
  conceptOf(name) ?? conceptOf(name.replace(/(?:(?<=s)es|s)$/, ""));

/** The English record noun for a word; null if it is not one. */
export const nounIn = (word: string): string | null => {
  for (const form of formsOf(word).slice(0, 2))
    if (Object.hasOwn(RECORD_NOUNS, form)) return RECORD_NOUNS[form] ?? null;
  return null;
};

/** Words without spaces between them, or with particles after them. */
export const RUN = new RegExp(`[${UNPARTED_LETTERS}ー]+`, "gu");
const MAX_WINDOW = 8;

/** The known words of a run; at each position, the longest. */
const splitRun = (run: string): string => {
  const found: string[] = [];
  for (let at = 0; at < run.length; at++)
    for (let length = Math.min(MAX_WINDOW, run.length - at); length >= 2; length--) {
      const word = run.slice(at, at + length);
      if (knownAs(word) === null && !Object.hasOwn(RECORD_NOUNS, word)) continue;
      found.push(word);
      at += length - 1;
      break;
    }
  return ` ${found.join(" ")} `;
};

/** The words of a sentence in lower case; in scripts without spaces between words, only known ones. */
export const splitSentence = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(RUN, splitRun)
    .split(/[^\p{L}\p{M}\p{N}_-]+/u)
    .filter(Boolean);
