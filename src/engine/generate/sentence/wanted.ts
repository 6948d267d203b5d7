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
  /** The sentence's own words, if they differ from the name: the page may use them too. */
  readonly said?: string;
  /** Not named, but needed to identify a record that is watched or opened. */
  readonly isImplied?: boolean;
  /** An unknown word listed among fields: it may be one of the page's own labels. */
  readonly isGuess?: boolean;
}

const ENGLISH = /^[a-z]+$/;
const { raw, words: whole } = readGrammar(vocabulary.phrases);
/** Common alternatives to our field names. */
const OWN_NAMES: ReadonlySet<string> = new Set(vocabulary.ownNames.split(" "));

const IS_ENGLISH = raw("english");
/** The sentence's own name, unless it is in another language or just a plural of the usual one. */
const nameOf = (form: string, concept: Concept, isEnglish: boolean): string => {
  const single = form.replace(/(?<=[^s])s$/, "");
  if (ENGLISH.test(form) && OWN_NAMES.has(form) && form !== "text") return form;
  const isOwn = isEnglish && ENGLISH.test(single) && !OWN_NAMES.has(single) && conceptOf(single) === concept;
  return isOwn ? single : concept;
};

/** A field by its usual name. */
export const fieldFor = (name: string): WantedField => {
  const concept = conceptOf(name) ?? (name === "in_stock" ? "availability" : null);
  return { name, concept, type: name === "in_stock" ? "boolean" : (TYPES[concept ?? ""] ?? "string") };
};

const IN_STOCK = whole("inStock");
/** Quoted field names: `"colour"`. */
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

/** "of" in several languages: the next word belongs to another. */
const OF = raw("of");

/** Whether a word is part of an enumeration: `title, cost and size`. */
const isListed = (words: readonly string[], index: number): boolean => {
  const before = words[index - 1] === COMMA ? words[index - 2] : words[index - 1];
  const after = words[index + 1] ?? "";
  const isOf = OF.test(after) && nounIn(words[index] ?? "") === null;
  return LISTED.test(before ?? "") || JOINED.test(after) || conceptOf(before ?? "") !== null || isOf;
};

/** "number of replies" is a count, not the replies themselves. */
const COUNTED: ReadonlySet<string> = new Set(["comments", "reviewCount", "votes"]);

/** "in the category", "on this page": a location, not a field. */
const isPlace = (words: readonly string[], index: number): boolean =>
  POINTED.test(words[index - 1] ?? "") && WITHIN.test(words[index - 2] ?? "");

/** Words that form a field name with the word before, though they are fields on their own. */
const LABEL = raw("label");

/** Whether two words can be one name; two adjacent fields cannot. */
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
    // A second name for the same concept is kept as written.
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
/** Text before a field name says what to do, text after it says of what. */
const BEFORE = raw("before");
const BEHIND = raw("behind");
const ARTICLE = raw("article");
/** Text before and after a name in scripts without spaces. */
const BEFORE_UNPARTED = raw("beforeUnparted");
const BEHIND_UNPARTED = raw("behindUnparted");
const UNPARTED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const WORD = /^\p{L}[\p{L}\p{M}-]{2,30}(?: \p{L}[\p{L}\p{M}-]{0,20}){0,2}$/u;
/** Without Hiragana, which writes Japanese endings and verbs. */
const WORD_UNPARTED =
  /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{M}ー]{2,12}(?: \p{Script=Hangul}{1,8})?$/u;
const isName = (text: string): boolean => (UNPARTED.test(text) ? WORD_UNPARTED : WORD).test(text);
/** "of this player". */
const OF_THIS = raw("ofThis");
/** "prix de vente", but not "prix de chaque" or "titles of books". */
const WHOSE = raw("whoseName");
/** "this product's". */
const OWNER = /^.*\p{L}['’]s\s+/u;
/** Words next to fields that are not fields themselves. */
const STOP: ReadonlySet<string> = new Set(vocabulary.stop.split(" "));

const isNoun = (word: string): boolean => nounIn(word) !== null || nounIn(`${word}s`) !== null;

/** The field name in one part of an enumeration; empty if there is none. */
const nameIn = (part: string): string => {
  if (UNPARTED.test(part)) return part.replace(BEFORE_UNPARTED, "").replace(BEHIND_UNPARTED, "").trim();
  let whole = part.replace(BEFORE, "").replace(OWNER, "").replace(OF_THIS, "").trim();
  // "número de respuestas de todos los hilos": the counted noun is part of the name.
  const start = whole.split(/\s+/).slice(0, 3).join(" ");
  if (conceptOf(start) !== null) return start;
  for (let at = 0; at < 3; at++) whole = whole.replace(ARTICLE, "");
  const [, owner = ""] = WHOSE.exec(whole) ?? [];
  const isWhole =
    owner !== "" && !isNoun(owner) && !MANY.test(owner) && !ONE.test(owner) && !NOT_FIELDS.has(owner);
  return (isWhole ? whole : whole.replace(BEHIND, "")).trim().replace(/\s+/g, " ");
};

/** Whether a word that names a field on pages means something else here, even in an enumeration. */
const isOther = (word: string): boolean => NOT_FIELDS.has(word) && !LISTED_FIELDS.has(word);

/** Whether a name comes down to one known word, as do "company name", "whole text" and "book titles". */
const isKnown = (name: string): boolean => {
  if (isOther(name.toLowerCase())) return false;
  if (conceptOf(name) !== null || IN_STOCK.test(name)) return true;
  const words = splitSentence(name);
  const own = words.filter((word) => !STOP.has(word) && !isNoun(word));
  const isRead = words.join("").length === name.replaceAll(" ", "").length;
  const [only = name.toLowerCase()] = own.length === 0 ? words : own;
  return own.length <= 1 && isRead && conceptIn(only) !== null;
};

/** Replaces the Arabic prefix "and" with a comma. */
const partArabic = (sentence: string): string =>
  sentence.replace(/(?<=[\s،])و(\p{Script=Arabic}{3,})/gu, (word, rest: string) =>
    conceptIn(word)?.form === word || Object.hasOwn(RECORD_NOUNS, word) ? word : `، ${rest}`,
  );

const MIN_ENUMERATED = 3;
/** Text before a colon says what the enumerated fields belong to. */
const BEFORE_COLON = /^[^:：]*[:：]\s*(?=\S)/u;
interface Enumeration {
  readonly names: readonly string[];
  /** Enough names that it must be an enumeration. */
  readonly isSure: boolean;
  /** The first name may be what the others belong to: no verb or "with" comes before it. */
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

/** Enumerated names that are fields here, even if other sentences name records by them. */
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

/** Enumerated names that are not known fields: they may be the page's own labels. */
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
