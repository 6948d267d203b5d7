/** The fields that a sentence names. */

import { checkFieldName } from "../../../contract/fields.ts";
import type { OutputType } from "../../../contract/outputSchema.ts";
import { type Concept, conceptOf } from "../../extract/vocabulary/concepts.ts";
import { splitWords } from "../../extract/vocabulary/words.ts";
import vocabulary from "../vocabulary/naming.json" with { type: "json" };
import { readPhrases, wholeWords } from "./grammar.ts";
import { conceptIn, nounIn, splitSentence } from "./tokens.ts";
import { INTERACT, LISTED_FIELDS, MONITOR, NOT_FIELDS, RECORD_NOUNS, TYPES } from "./words.ts";

export interface WantedField {
  readonly name: string;
  readonly type: OutputType;
  readonly concept: Concept | null;
  /** The sentence's own word: a page in its language may go by it. */
  readonly said?: string;
  /** Not named: a record that is watched or opened must be known again. */
  readonly isImplied?: boolean;
  /** A word that stands among fields and is known as none: it may be one of the page's own. */
  readonly isGuess?: boolean;
}

const ENGLISH = /^[a-z]+$/;
const { phrases: PHRASES } = readPhrases(vocabulary.phrases);
/** Names that a person gives a field and that say the same as ours. */
const OWN_NAMES: ReadonlySet<string> = new Set(vocabulary.ownNames.split(" "));

const nameOf = (form: string, concept: Concept): string =>
  ENGLISH.test(form) && OWN_NAMES.has(form) && form !== "text" ? form : concept;

/** A field by the name that goes without saying. */
export const fieldFor = (name: string): WantedField => {
  const concept = conceptOf(name) ?? (name === "in_stock" ? "availability" : null);
  return { name, concept, type: name === "in_stock" ? "boolean" : (TYPES[concept ?? ""] ?? "string") };
};

const IN_STOCK = wholeWords(PHRASES.inStock);
/** Fields named in so many words: `fields: title, price` or `"colour"`. */
const QUOTED = /["“”„«»'](\p{L}[\p{L}\p{N} _-]{1,40})["”“»']/gu;

const camel = (text: string): string =>
  splitWords(text)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");

const COMMA = ",";
const tokensOf = (sentence: string): string[] =>
  sentence
    .split(/[,;:.\n、，،؛]/u)
    .flatMap((part, index) => [...(index > 0 ? [COMMA] : []), ...splitSentence(part)]);

const LISTED = new RegExp(PHRASES.listed);
const JOINED = new RegExp(PHRASES.joined);
const POINTED = new RegExp(PHRASES.pointed);
const WITHIN = new RegExp(PHRASES.within);

/** Whether a word stands in an enumeration: `title, cost and size`. */
const isListed = (words: readonly string[], index: number): boolean => {
  const before = words[index - 1] === COMMA ? words[index - 2] : words[index - 1];
  return LISTED.test(before ?? "") || JOINED.test(words[index + 1] ?? "") || conceptOf(before ?? "") !== null;
};

/** What comes next belongs to another word. */
const OF = new RegExp(PHRASES.of);
/** "number of replies": how many there are, and not what they are called. */
const COUNTED: ReadonlySet<string> = new Set(["comments", "reviewCount", "votes"]);

/** "in the category", "on this page": where it is, and not what. */
const isPlace = (words: readonly string[], index: number): boolean =>
  POINTED.test(words[index - 1] ?? "") && WITHIN.test(words[index - 2] ?? "");

/** What names a field together with the word before it, though it is one of its own. */
const LABEL = new RegExp(PHRASES.label);

/** Two words that may be one name; fields that stand side by side are two. */
const isPair = (word: string, next: string): boolean =>
  next !== "" &&
  next !== COMMA &&
  !OF.test(next) &&
  (conceptOf(word) === null || conceptOf(next) === null || LABEL.test(next));

const readKnown = (sentence: string, noun: string | null): WantedField[] => {
  const fields = new Map<string, WantedField>();
  const add = (name: string, concept: Concept, said: string): void => {
    const isTaken = [...fields.values()].some((field) => field.concept === concept);
    if (!isTaken && !fields.has(name))
      fields.set(name, { name, concept, type: TYPES[concept] ?? "string", ...(said !== name && { said }) });
  };
  if (IN_STOCK.test(sentence)) fields.set("in_stock", fieldFor("in_stock"));
  const words = tokensOf(sentence.replace(IN_STOCK, " "));
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    const next = words[index + 1] ?? "";
    const counted = OF.test(next) ? conceptOf(`${word} ${next} ${words[index + 2] ?? ""}`) : null;
    if (counted !== null && COUNTED.has(counted)) {
      add(counted, counted, words[index + 2] ?? "");
      index += 2;
      continue;
    }
    const pair = isPair(word, next) ? conceptOf(`${word} ${next}`) : null;
    if (pair !== null && (!NOT_FIELDS.has(word) || LABEL.test(next)) && word.length > 2) {
      add(pair, pair, camel(`${word} ${next}`));
      index++;
      continue;
    }
    const isLong = word.length > 2 || !/^\p{Script=Latin}+$/u.test(word);
    if (!isLong || (NOT_FIELDS.has(word) && !LISTED_FIELDS.has(word))) continue;
    if (LISTED_FIELDS.has(word) && !isListed(words, index)) continue;
    if (isPlace(words, index)) continue;
    const isField = LISTED_FIELDS.has(word) && noun !== null && RECORD_NOUNS[word] !== noun;
    if (nounIn(word) !== null && !isField) continue;
    const known = conceptIn(word);
    if (!known) continue;
    add(nameOf(known.form, known.concept), known.concept, word);
    // "company name" is the company.
    if (known.concept !== "title" && /^names?$/.test(words[index + 1] ?? "")) index++;
  }
  return [...fields.values()];
};

const PARTS = new RegExp(PHRASES.parts, "giu");
/** All before it says what to do and of what; all behind it says of what. */
const BEFORE = new RegExp(PHRASES.before, "iu");
const BEHIND = new RegExp(PHRASES.behind, "iu");
const ARTICLE = new RegExp(PHRASES.article, "iu");
/** In a script that parts words: elsewhere a part is a whole phrase. */
const UNPARTED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const WORD = /^\p{L}[\p{L}\p{M}-]{2,30}(?: \p{L}[\p{L}\p{M}-]{1,20}){0,2}$/u;
/** Words that stand beside fields and are none. */
const STOP: ReadonlySet<string> = new Set(vocabulary.stop.split(" "));

/** What a part of an enumeration calls a field; empty: nothing that is new. */
const nameIn = (part: string): string => {
  const whole = part.replace(BEFORE, "").trim();
  // "número de respuestas de todos los hilos": what is counted belongs to the name.
  const start = whole.split(/\s+/).slice(0, 3).join(" ");
  if (conceptOf(start) !== null) return start;
  let text = whole.replace(BEHIND, "").trim();
  for (let at = 0; at < 3; at++) text = text.replace(ARTICLE, "");
  return text.replace(/\s+/g, " ");
};

const isKnown = (name: string): boolean =>
  name.split(" ").some((word) => conceptIn(word.toLowerCase()) !== null) || conceptOf(name) !== null;

const isWord = (word: string): boolean =>
  !STOP.has(word) &&
  !MONITOR.test(word) &&
  !INTERACT.test(word) &&
  !NOT_FIELDS.has(word) &&
  nounIn(word) === null &&
  nounIn(`${word}s`) === null;

const MIN_ENUMERATED = 3;
/** Words among the fields of an enumeration that are known as no field. */
const readGuesses = (sentence: string): WantedField[] =>
  sentence
    .replaceAll(QUOTED, " ")
    .split(/[.!?。]/u)
    .map((phrase) => ({ phrase, names: phrase.split(PARTS).map(nameIn) }))
    .filter(
      ({ phrase, names }) =>
        names.some((name) => isKnown(name) && !NOT_FIELDS.has(name.toLowerCase())) ||
        // "Get the engine, fuel economy and model": an enumeration of names that nobody knows.
        (BEFORE.test(phrase) && names.filter((name) => WORD.test(name)).length >= MIN_ENUMERATED),
    )
    .flatMap(({ names }) => names.filter((name) => WORD.test(name) && !UNPARTED.test(name) && !isKnown(name)))
    .filter((name) => name.toLowerCase().split(" ").every(isWord))
    .map((name) => ({ name: camel(name), concept: null, type: "string", isGuess: true }));

/** All fields that a part of a sentence names. */
export const readFields = (sentence: string, noun: string | null): WantedField[] => {
  const known = readKnown(sentence, noun);
  const quoted = [...sentence.matchAll(QUOTED)]
    .map(([, text = ""]) => ({ name: camel(text), concept: conceptOf(text) }))
    .map(({ name, concept }): WantedField => ({ name, concept, type: TYPES[concept ?? ""] ?? "string" }));
  const fields = new Map<string, WantedField>();
  for (const field of [...known, ...quoted, ...readGuesses(sentence)])
    if (field.name !== "" && checkFieldName(field.name) === null && !fields.has(field.name))
      fields.set(field.name, field);
  return [...fields.values()];
};
