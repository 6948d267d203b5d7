/** Names that a sentence lists: "title, price and number of reviews of all books". */

import { capitalise } from "../../../contract/wording.ts";
import { conceptOf } from "../../extract/vocabulary/concepts.ts";
import { UNPARTED } from "../../extract/vocabulary/patterns.ts";
import { splitWords } from "../../extract/vocabulary/words.ts";
import vocabulary from "../vocabulary/naming.json" with { type: "json" };
import { readGrammar } from "./grammar.ts";
import { conceptIn, conceptOfName, nounIn, splitSentence } from "./tokens.ts";
import { INTERACT, LISTED_FIELDS, MANY, MONITOR, NOT_FIELDS, ONE, RECORD_NOUNS } from "./words.ts";

const { raw, words: whole } = readGrammar(vocabulary.phrases);
export const IN_STOCK = whole("inStock");
/** Quoted field names: `"colour"`. */
export const QUOTED = /(?<!\p{L})["“”„«»'](\p{L}[\p{L}\p{N} _-]{1,40})["”“»'](?!\p{L})/gu;

/** A name as the key of a field. */
export const camel = (text: string): string =>
  // Names of fields start with a letter: "24h change" is `change24h`.
  splitWords(text.replace(/^(\d\S*) (.+)$/u, "$2 $1").replaceAll(/(?<=\p{L})['’]/gu, " "))
    .map((word, index) => (index === 0 ? word : capitalise(word)))
    .join("");

export const PARTS = raw("parts", "giu");
/** Text before a field name says what to do, text after it says of what. */
const BEFORE = raw("before");
const BEHIND = raw("behind");
const ARTICLE = raw("article");
/** Text before and after a name in scripts without spaces. */
const BEFORE_UNPARTED = raw("beforeUnparted");
const BEHIND_UNPARTED = raw("behindUnparted");
const WORD =
  /^(?:(?:\d{1,3}-?[\p{L}%]{0,6} )?\p{L}[\p{L}\p{M}\p{N}-]{2,30}(?: \p{L}[\p{L}\p{M}\p{N}'’-]{0,20}){0,2}|ids?)$/iu;
/** "GD": a column's head. */
const ABBREVIATION = /^\p{Lu}{2}$/u;
/** A name as programs write it, with a capital or an underscore inside: `jobTitle`, `temp_c`. */
const IDENTIFIER = /^\p{Ll}(?:[\p{Ll}\p{N}]{2,}(?:\p{Lu}[\p{Ll}\p{N}]+)+|[\p{L}\p{N}]*(?:_[\p{L}\p{N}]+)+)$/u;
export const isIdentifier = (text: string): boolean => IDENTIFIER.test(text);
/** Without Hiragana, which writes Japanese endings and verbs. */
const WORD_UNPARTED =
  /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{M}ー]{2,12}(?: \p{Script=Hangul}{1,8})?$/u;
export const isName = (text: string): boolean =>
  (UNPARTED.test(text) ? WORD_UNPARTED : WORD).test(text) || isIdentifier(text) || ABBREVIATION.test(text);
/** "of each train": the records whose fields are listed. */
const SCOPE = raw("scope");
/** "of the trains". */
const OF_RECORDS = raw("ofRecords");
const scopeOf = (part: string): number => {
  const [, word = ""] = OF_RECORDS.exec(part) ?? [];
  return part.search(nounIn(word.toLowerCase()) === null ? SCOPE : OF_RECORDS);
};
/** "number of seats": no seats, but how many there are. */
const COUNTED = raw("counted");
/** "and their year": another of the records' fields. */
const OWNED = raw("owned");
const SCOPE_UNPARTED = raw("scopeUnparted");
const LEADING_SCOPE = raw("leadingScope");
/** "For each train, the line and its delay" as "the line and its delay of each train". */
export const scopeLast = (phrase: string): string => {
  const [said] = LEADING_SCOPE.exec(phrase) ?? [];
  const [before = "", ...rest] = said === undefined ? [] : phrase.split(said);
  if (said === undefined || nameIn(before) !== "") return phrase;
  return rest.join(said).replace(/[\s.!?。]*$/u, (end) => ` ${said.replace(/[\s,:]+$/u, "")}${end}`);
};
/** "of this player". */
const OF_THIS = raw("ofThis");
/** "prix de vente", but not "prix de chaque" or "titles of books". */
const WHOSE = raw("whoseName");
/** "cylindrée des motos". */
const OF_MANY = / (?:des|dos|das) \p{Ll}+$/u;
/** "this product's". */
const OWNER = /^.*\p{L}['’]s\s+/u;
/** "export", "hol mir", "just": how a part starts, before its name. */
const STARTS = raw("starts");
/** "no images", "through": parts of a sentence that name no field. */
const WITHOUT = raw("without");
/** "ignore the ads", "order does not matter". */
const CLAUSE = raw("clause");
const UNFINISHED = raw("unfinished");
/** "with title": what stands before it is whose the fields are. */
const OPENED = raw("opened");
/** A person's "first name" is not the name. */
const PERSONAL = raw("personal");
/** Words next to fields that are not fields themselves. */
export const STOP: ReadonlySet<string> = new Set(vocabulary.stop.split(" "));

export const isNoun = (word: string): boolean => nounIn(word) !== null || nounIn(`${word}s`) !== null;

/** The field name in one part of an enumeration; empty if there is none. */
export const nameIn = (part: string): string => {
  if (UNPARTED.test(part)) return part.replace(BEFORE_UNPARTED, "").replace(BEHIND_UNPARTED, "").trim();
  if (WITHOUT.test(part.trim())) return "";
  const bare = [STARTS, BEFORE, OWNER, OF_THIS].reduce((left, said) => left.replace(said, ""), part);
  const scope = scopeOf(bare);
  let whole = (scope < 0 ? bare : bare.slice(0, scope)).trim();
  for (let at = 0; at < 3; at++) whole = whole.replace(ARTICLE, "");
  // "número de respuestas de todos los hilos": the counted noun is part of the name.
  const start = whole.split(/\s+/).slice(0, 3).join(" ");
  if (conceptOf(start) !== null) return start;
  const [, head = "", owner = ""] = WHOSE.exec(whole) ?? [];
  const isCount = owner !== "" && COUNTED.test(whole);
  // "name of the author" is the author.
  if (!isCount && conceptIn(head)?.concept === "title")
    return conceptIn(owner) === null || isNoun(owner) ? head : owner;
  const isOwner = owner !== "" && ![MANY, ONE].some((other) => other.test(owner)) && !NOT_FIELDS.has(owner);
  // "price of lamps": the records, though nobody calls them so.
  const isRecord =
    isNoun(owner) || (owner.endsWith("s") && (conceptOf(head) !== null || OF_MANY.test(whole)));
  const isWhole = isCount || (isOwner && !isRecord);
  const name = (isWhole ? whole : whole.replace(BEHIND, "")).trim().replace(/\s+/g, " ");
  return UNFINISHED.test(name) || CLAUSE.test(name) ? "" : name;
};

/** Whether a word that names a field on pages means something else here, even in an enumeration. */
export const isOther = (word: string): boolean => NOT_FIELDS.has(word) && !LISTED_FIELDS.has(word);

/** Whether a name comes down to one known word, as do "company name", "whole text" and "book titles". */
export const isKnown = (name: string): boolean => {
  if (isOther(name.toLowerCase()) || PERSONAL.test(name)) return false;
  if (conceptOfName(name) !== null || IN_STOCK.test(name)) return true;
  const words = splitSentence(name);
  const own = words.filter((word) => !STOP.has(word) && !isNoun(word));
  const isRead = words.join("").length === name.replaceAll(" ", "").length;
  const [only = name.toLowerCase()] = own.length === 0 ? words : own;
  return own.length <= 1 && isRead && conceptIn(only) !== null;
};

/** Replaces the Arabic prefix "and" with a comma. */
export const partArabic = (sentence: string): string =>
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

const hasKnown = (part: string): boolean => isKnown(nameIn(part));

/** "with pros and cons": two names are a list, too. */
const OPENS_LIST = raw("opensList");
const IS_ENGLISH = raw("english");
const IS_FOREIGN = raw("foreign");
const OF = /^(?:de|du|da|do|di|of) /iu;
const FIRST_WORD = /^\s*(\p{L}+) +(?=\p{L})/u;
/** Without a verb that is not known: "saca los precios", "pobierz tytuł". English names may begin with any word. */
const withoutVerb = (said: string, isForeign: boolean): string => {
  const part = said.replace(STARTS, "");
  const [first = "", word = ""] = FIRST_WORD.exec(part) ?? [];
  const rest = part.slice(first.length);
  if (first === "" || OF.test(rest) || isNoun(word.toLowerCase()) || conceptIn(word.toLowerCase()) !== null)
    return part;
  return ARTICLE.test(rest) || (isForeign && isKnown(nameIn(rest))) ? rest : part;
};

/** "title author price": names without commas. */
const isRow = (name: string): boolean => {
  const words = name.toLowerCase().split(" ");
  return words.length > 2 && words.every((word) => conceptIn(word) !== null);
};

/** Words of sentences that do more than list names. */
const OTHERS = [MANY, MONITOR, INTERACT];
const readPhrase = (phrase: string): Enumeration => {
  // "The recipe on this page: title, author".
  const said = phrase.replace(BEFORE_COLON, "");
  const [first = "", ...others] = said.split(PARTS);
  const parts = [withoutVerb(first, IS_FOREIGN.test(phrase) && !IS_ENGLISH.test(phrase)), ...others];
  const opened = parts.findIndex((part) => OPENED.test(part.trim()));
  const isHead = opened > 0 && !parts.slice(0, opened).some(hasKnown);
  const scoped = parts.findLastIndex((part) => scopeOf(part.replace(BEFORE, "")) >= 0);
  const names = parts
    .map(nameIn)
    // The list ends with whose fields they are.
    .filter(
      (name, at) =>
        (!isHead || at >= opened) &&
        (scoped < 0 || at <= scoped || isKnown(name) || OWNED.test(parts[at] ?? "")),
    );
  const isOne = (name: string): boolean => isName(name) && !isRow(name);
  const least = (): number => {
    if (scoped >= 0 || SCOPE_UNPARTED.test(said)) return 1;
    if (parts.slice(0, -1).some((part) => OPENS_LIST.test(part))) return 2;
    const isAlone = names.every((name) => isName(name) && !isNoun(name.split(" ").at(-1) ?? ""));
    return isAlone && !OTHERS.some((other) => other.test(phrase)) ? 2 : MIN_ENUMERATED;
  };
  const isSure = names.filter(isOne).length >= least();
  return { names, isSure, isLed: said === phrase && !BEFORE.test(phrase) };
};

/** A sentence whose phrases that enumerate have nothing but the names. */
export const onlyNames = (sentence: string): string =>
  sentence
    .split(/(?<=[.!?。])/u)
    .map((phrase) => {
      const { names, isSure } = readPhrase(phrase);
      // "headlines with author and date" names headlines, too.
      const at = phrase.search(OPENS_LIST);
      return isSure ? `${phrase.slice(0, Math.max(0, at))}, ${names.join(", ")}.` : phrase;
    })
    .join(" ");

/** The names that a sentence enumerates, phrase by phrase. */
export const enumerate = (sentence: string): Enumeration[] =>
  partArabic(sentence)
    .replaceAll(QUOTED, " ")
    .split(/[.!?。]/u)
    .map(readPhrase)
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

export const isWord = (word: string, isSure: boolean): boolean =>
  !MONITOR.test(word) &&
  !INTERACT.test(word) &&
  !MANY.test(word) &&
  (isSure || (!isOther(word) && !isNoun(word)));
