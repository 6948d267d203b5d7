/** The fields that a sentence names. */

import { checkFieldName } from "../../../contract/fields.ts";
import type { OutputType } from "../../../contract/outputSchema.ts";
import { type Concept, conceptOf } from "../../extract/vocabulary/concepts.ts";
import { splitWords } from "../../extract/vocabulary/words.ts";
import vocabulary from "../vocabulary/naming.json" with { type: "json" };
import { readGrammar } from "./grammar.ts";
import { conceptIn, nounIn, splitSentence } from "./tokens.ts";
import { INTERACT, LISTED_FIELDS, MANY, MONITOR, NOT_FIELDS, ONE, RECORD_NOUNS, TYPES } from "./words.ts";

export interface WantedField {
  readonly name: string;
  readonly type: OutputType;
  readonly concept: Concept | null;
  /** The sentence's own words, where they are not the name: a page in its language may go by them. */
  readonly said?: string;
  /** Not named: a record that is watched or opened must be known again. */
  readonly isImplied?: boolean;
  /** A word that stands among fields and is known as none: it may be one of the page's own. */
  readonly isGuess?: boolean;
}

const ENGLISH = /^[a-z]+$/;
const { raw, words: whole } = readGrammar(vocabulary.phrases);
/** Names that a person gives a field and that say the same as ours. */
const OWN_NAMES: ReadonlySet<string> = new Set(vocabulary.ownNames.split(" "));

const IS_ENGLISH = raw("english");
/** The sentence's own name, unless it is of another language or only the plural of what is usual. */
const nameOf = (form: string, concept: Concept, isEnglish: boolean): string => {
  const single = form.replace(/(?<=[^s])s$/, "");
  if (ENGLISH.test(form) && OWN_NAMES.has(form) && form !== "text") return form;
  const isOwn = isEnglish && ENGLISH.test(single) && !OWN_NAMES.has(single) && conceptOf(single) === concept;
  return isOwn ? single : concept;
};

/** A field by the name that goes without saying. */
export const fieldFor = (name: string): WantedField => {
  const concept = conceptOf(name) ?? (name === "in_stock" ? "availability" : null);
  return { name, concept, type: name === "in_stock" ? "boolean" : (TYPES[concept ?? ""] ?? "string") };
};

const IN_STOCK = whole("inStock");
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

const LISTED = raw("listed");
const JOINED = raw("joined");
const POINTED = raw("pointed");
const WITHIN = raw("within");

/** What comes next belongs to another word. */
const OF = raw("of");

/** Whether a word stands in an enumeration: `title, cost and size`. */
const isListed = (words: readonly string[], index: number): boolean => {
  const before = words[index - 1] === COMMA ? words[index - 2] : words[index - 1];
  const after = words[index + 1] ?? "";
  const isOf = OF.test(after) && nounIn(words[index] ?? "") === null;
  return LISTED.test(before ?? "") || JOINED.test(after) || conceptOf(before ?? "") !== null || isOf;
};

/** "number of replies": how many there are, and not what they are called. */
const COUNTED: ReadonlySet<string> = new Set(["comments", "reviewCount", "votes"]);

/** "in the category", "on this page": where it is, and not what. */
const isPlace = (words: readonly string[], index: number): boolean =>
  POINTED.test(words[index - 1] ?? "") && WITHIN.test(words[index - 2] ?? "");

/** What names a field together with the word before it, though it is one of its own. */
const LABEL = raw("label");

/** Two words that may be one name; fields that stand side by side are two. */
const isPair = (word: string, next: string): boolean =>
  next !== "" &&
  next !== COMMA &&
  !OF.test(next) &&
  (conceptOf(word) === null || conceptOf(next) === null || LABEL.test(next));

const readKnown = (
  sentence: string,
  noun: string | null,
  listed: ReadonlySet<string>,
  isEnglish: boolean,
): WantedField[] => {
  const fields = new Map<string, WantedField>();
  const add = (usual: string, concept: Concept, said: string): void => {
    const isTaken = [...fields.values()].some((field) => field.concept === concept);
    if (isTaken && !listed.has(said)) return;
    // Of two names for the same, the second keeps its own.
    const name = isTaken ? camel(said) : usual;
    if (!fields.has(name))
      fields.set(name, { name, concept, type: TYPES[name] ?? TYPES[concept] ?? "string", said });
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
    const isOne = listed.has(`${word} ${next}`);
    const pair = isOne || isPair(word, next) ? conceptOf(`${word} ${next}`) : null;
    if (pair !== null && (isOne || !NOT_FIELDS.has(word) || LABEL.test(next)) && word.length > 2) {
      add(nameOf(camel(`${word} ${next}`), pair, isEnglish), pair, `${word} ${next}`);
      index++;
      continue;
    }
    const isLong = word.length > 2 || !/^\p{Script=Latin}+$/u.test(word);
    if (!isLong || isOther(word)) continue;
    if (LISTED_FIELDS.has(word) && !listed.has(word) && !isListed(words, index)) continue;
    if (isPlace(words, index)) continue;
    const isField = (LISTED_FIELDS.has(word) || listed.has(word)) && nounIn(word) !== noun;
    if (nounIn(word) !== null && !isField) continue;
    const known = conceptIn(word);
    if (!known) continue;
    add(nameOf(known.form, known.concept, isEnglish), known.concept, word);
    // "company name" is the company.
    if (known.concept !== "title" && /^names?$/.test(words[index + 1] ?? "")) index++;
  }
  return [...fields.values()];
};

const PARTS = raw("parts", "giu");
/** All before it says what to do and of what; all behind it says of what. */
const BEFORE = raw("before");
const BEHIND = raw("behind");
const ARTICLE = raw("article");
/** What stands before and behind a name in scripts without blanks. */
const BEFORE_UNPARTED = raw("beforeUnparted");
const BEHIND_UNPARTED = raw("behindUnparted");
const UNPARTED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const WORD = /^\p{L}[\p{L}\p{M}-]{2,30}(?: \p{L}[\p{L}\p{M}-]{0,20}){0,2}$/u;
/** Of Japanese without the letters of endings and verbs. */
const WORD_UNPARTED =
  /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{M}ー]{2,12}(?: \p{Script=Hangul}{1,8})?$/u;
const isName = (text: string): boolean => (UNPARTED.test(text) ? WORD_UNPARTED : WORD).test(text);
/** "of this player". */
const OF_THIS = raw("ofThis");
/** "prix de vente", and not "prix de chaque" or "titles of books". */
const WHOSE = raw("whoseName");
/** "this product's". */
const OWNER = /^.*\p{L}['’]s\s+/u;
/** Words that stand beside fields and are none. */
const STOP: ReadonlySet<string> = new Set(vocabulary.stop.split(" "));

const isNoun = (word: string): boolean => nounIn(word) !== null || nounIn(`${word}s`) !== null;

/** What a part of an enumeration calls a field; empty: nothing that is new. */
const nameIn = (part: string): string => {
  if (UNPARTED.test(part)) return part.replace(BEFORE_UNPARTED, "").replace(BEHIND_UNPARTED, "").trim();
  let whole = part.replace(BEFORE, "").replace(OWNER, "").replace(OF_THIS, "").trim();
  // "número de respuestas de todos los hilos": what is counted belongs to the name.
  const start = whole.split(/\s+/).slice(0, 3).join(" ");
  if (conceptOf(start) !== null) return start;
  for (let at = 0; at < 3; at++) whole = whole.replace(ARTICLE, "");
  const [, owner = ""] = WHOSE.exec(whole) ?? [];
  const isWhole =
    owner !== "" && !isNoun(owner) && !MANY.test(owner) && !ONE.test(owner) && !NOT_FIELDS.has(owner);
  return (isWhole ? whole : whole.replace(BEHIND, "")).trim().replace(/\s+/g, " ");
};

/** Whether a word that names a field elsewhere is something else in a sentence, even in an enumeration. */
const isOther = (word: string): boolean => NOT_FIELDS.has(word) && !LISTED_FIELDS.has(word);

/** Whether a name says only what is known, in one word; "company name", "whole text" and "book titles" do. */
const isKnown = (name: string): boolean => {
  if (isOther(name.toLowerCase())) return false;
  if (conceptOf(name) !== null || IN_STOCK.test(name)) return true;
  const words = splitSentence(name);
  const own = words.filter((word) => !STOP.has(word) && !isNoun(word));
  const isRead = words.join("").length === name.replaceAll(" ", "").length;
  const [only = name.toLowerCase()] = own.length === 0 ? words : own;
  return own.length <= 1 && isRead && conceptIn(only) !== null;
};

/** "and" is written as one word with what follows. */
const partArabic = (sentence: string): string =>
  sentence.replace(/(?<=[\s،])و(\p{Script=Arabic}{3,})/gu, (word, rest: string) =>
    conceptIn(word)?.form === word || Object.hasOwn(RECORD_NOUNS, word) ? word : `، ${rest}`,
  );

const MIN_ENUMERATED = 3;
/** What is enumerated behind a colon is of what stands before it. */
const BEFORE_COLON = /^[^:：]*[:：]\s*(?=\S)/u;
interface Enumeration {
  readonly names: readonly string[];
  /** So many names that nothing else can be meant. */
  readonly isSure: boolean;
  /** The first name is what the others are of, unless it stands behind "with". */
  readonly isLed: boolean;
}

/** The names that a sentence enumerates, phrase by phrase. */
const enumerate = (sentence: string): Enumeration[] =>
  partArabic(sentence)
    .replaceAll(QUOTED, " ")
    .split(/[.!?。]/u)
    .map((phrase) => {
      // "The recipe on this page: title, author".
      const said = phrase.replace(BEFORE_COLON, "");
      const names = said.split(PARTS).map(nameIn);
      const isSure = names.filter(isName).length >= MIN_ENUMERATED;
      return { names, isSure, isLed: said === phrase && !BEFORE.test(phrase) };
    })
    .filter(
      ({ names, isSure }) =>
        isSure || names.some((name) => isKnown(name) && !NOT_FIELDS.has(name.toLowerCase())),
    );

/** In "links, titles and dates" links are a field; in "reviews, with author and date" reviews are the records. */
const mayLead = (name: string): boolean => !isNoun(name) || nounIn(name) === "links";

/** What of an enumeration the records are not called, though other sentences call theirs so. */
export const listedNames = (sentence: string): ReadonlySet<string> =>
  new Set(
    enumerate(sentence)
      .flatMap(({ names, isLed }) =>
        names.filter((name, at) => at > 0 || !isLed || (names.length > 1 && mayLead(name))),
      )
      .map((name) => name.toLowerCase())
      .filter((name) => name !== ""),
  );

const isWord = (word: string, isSure: boolean): boolean =>
  !MONITOR.test(word) &&
  !INTERACT.test(word) &&
  !MANY.test(word) &&
  (isSure || (!NOT_FIELDS.has(word) && !isNoun(word)));

const typeOf = (name: string): OutputType => {
  const head = name
    .toLowerCase()
    .split(" ")
    .findLast((word) => word === "date" || word === "price");
  return head === undefined ? "string" : (TYPES[head] ?? "string");
};

/** Names of an enumeration that are known as no field: they may be the page's own. */
const readGuesses = (sentence: string, noun: string | null): WantedField[] =>
  enumerate(sentence).flatMap(({ names, isSure }) =>
    names
      .filter(
        (name) =>
          isName(name) && !isKnown(name) && !(noun !== null && (nounIn(name) ?? nounIn(`${name}s`)) === noun),
      )
      .filter((name) => {
        const words = name.toLowerCase().split(" ");
        return words.every((word) => isWord(word, isSure)) && words.some((word) => !STOP.has(word));
      })
      .map((said) => ({ name: camel(said), concept: null, type: typeOf(said), isGuess: true, said })),
  );

const wholeOf = (name: string): RegExp =>
  UNPARTED.test(name)
    ? new RegExp(name, "u")
    : new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, "u");

/** All fields that a part of a sentence names. */
export const readFields = (text: string, noun: string | null): WantedField[] => {
  const sentence = partArabic(text);
  const guesses = readGuesses(sentence, noun);
  const rest = guesses.reduce((left, { said = "" }) => left.replace(wholeOf(said), ","), sentence);
  const known = readKnown(rest, noun, listedNames(sentence), IS_ENGLISH.test(text));
  const quoted = [...sentence.matchAll(QUOTED)]
    .map(([, said = ""]) => ({ name: camel(said), concept: conceptOf(said), said }))
    .map((field): WantedField => ({ ...field, type: TYPES[field.concept ?? ""] ?? "string" }));
  const fields = new Map<string, WantedField>();
  for (const field of [...known, ...quoted, ...guesses])
    if (field.name !== "" && checkFieldName(field.name) === null && !fields.has(field.name))
      fields.set(field.name, field);
  const lower = sentence.toLowerCase();
  const placeOf = ({ said, name }: WantedField): number => lower.indexOf((said ?? name).toLowerCase());
  return [...fields.values()]
    .sort((left, right) => placeOf(left) - placeOf(right))
    .map((field) => {
      const { said, ...unsaid } = field;
      const at = placeOf(field);
      const written = said === undefined || at < 0 ? said : sentence.slice(at, at + said.length);
      return written === undefined || written === field.name ? unsaid : { ...unsaid, said: written };
    });
};
