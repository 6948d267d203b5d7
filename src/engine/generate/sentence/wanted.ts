/** The fields that a sentence names. */

import { checkFieldName } from "../../../contract/fields/fields.ts";
import type { OutputType } from "../../../contract/fields/outputSchema.ts";
import { type Concept, conceptOf } from "../../extract/vocabulary/concepts.ts";
import { TYPES } from "../../extract/vocabulary/fields.ts";
import { UNPARTED } from "../../extract/vocabulary/patterns.ts";
import { splitWords } from "../../extract/vocabulary/words.ts";
import vocabulary from "../vocabulary/naming.json" with { type: "json" };
import {
  camel,
  enumerate,
  IN_STOCK,
  isIdentifier,
  isKnown,
  isName,
  isOther,
  isWord,
  listedNames,
  onlyNames,
  partArabic,
  QUOTED,
  STOP,
} from "./enumeration.ts";
import { readGrammar } from "./grammar.ts";
import { takeLinks } from "./otherLinks.ts";
import { conceptIn, conceptOfName, nounIn, splitSentence } from "./tokens.ts";
import { LISTED_FIELDS, NOT_FIELDS, SOLE_FIELDS } from "./words.ts";

export interface WantedField {
  readonly name: string;
  readonly type: OutputType;
  readonly concept: Concept | null;
  /** The sentence's own words, if they differ from the name: the page may use them too. */
  readonly said?: string;
  /** Not named, but needed to identify a record that is watched or opened. */
  readonly isImplied?: boolean;
  /** What the sentence says of it: "link to town". */
  readonly description?: string;
  /** An unknown word listed among fields: it may be one of the page's own labels. */
  readonly isGuess?: boolean;
}

const ENGLISH = /^[a-z]+$/;
const { raw } = readGrammar(vocabulary.phrases);
/** Common alternatives to our field names. */
const OWN_NAMES: ReadonlySet<string> = new Set(vocabulary.ownNames.split(" "));

const IS_ENGLISH = raw("english");
/** The sentence's own name, unless it is in another language or just a plural of the usual one. */
const nameOf = (form: string, concept: Concept, isEnglish: boolean): string => {
  const single = form.replace(/(?<=[^s])s$/, "");
  if (ENGLISH.test(form) && OWN_NAMES.has(form) && form !== "text") return form;
  // "points" are votes, a "point" is not.
  const own = conceptOf(single) === concept ? single : form;
  const isOwn = isEnglish && ENGLISH.test(own) && !OWN_NAMES.has(own) && conceptOf(own) === concept;
  return isOwn ? own : concept;
};

/** A field by its usual name. */
export const fieldFor = (name: string): WantedField => {
  const concept = conceptOf(name) ?? (name === "in_stock" ? "availability" : null);
  return { name, concept, type: name === "in_stock" ? "boolean" : (TYPES[concept ?? ""] ?? "string") };
};

const COMMA = ",";
const tokensOf = (sentence: string): string[] =>
  sentence
    .split(/[,;:.\n、，،؛]/u)
    .flatMap((part, index) => [...(index > 0 ? [COMMA] : []), ...splitSentence(part)]);

const LISTED = raw("listed");
const JOINED = raw("joined");
const POINTED = raw("pointed");
const POINTED_AT = raw("pointedAt");
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

/** "in the category", "by this author": a location or an owner, not a field. */
const isPlace = (words: readonly string[], index: number): boolean =>
  (POINTED.test(words[index - 1] ?? "") && WITHIN.test(words[index - 2] ?? "")) ||
  (POINTED_AT.test(words[index - 1] ?? "") && OF.test(words[index - 2] ?? ""));

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
    const owner = words[index + 2] ?? "";
    const whole = OF.test(next) ? conceptOf(`${word} ${next} ${owner}`) : null;
    if (whole !== null && (COUNTED.has(whole) || whole !== conceptIn(word)?.concept)) {
      add(whole, whole, COUNTED.has(whole) ? owner : `${word} ${next} ${owner}`);
      index += 2;
      continue;
    }
    const isOne = listed.has(`${word} ${next}`);
    const pair = isOne || isPair(word, next) ? conceptOfName(`${word} ${next}`) : null;
    if (pair !== null && (isOne || !NOT_FIELDS.has(word) || LABEL.test(next)) && word.length > 2) {
      add(nameOf(camel(`${word} ${next}`), pair, isEnglish), pair, `${word} ${next}`);
      index++;
      continue;
    }
    const isLong = word.length > 2 || listed.has(word) || !/^\p{Script=Latin}+$/u.test(word);
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
          isName(name) &&
          !isKnown(name) &&
          // In "product, price" the product is a field, in "all products" products are the records.
          (noun === null ||
            ![name, ...(isSure && names.length > 1 ? [] : [`${name}s`])].some(
              (form) => nounIn(form) === noun,
            )),
      )
      .filter((name) => {
        if (isIdentifier(name)) return false;
        const words = name.toLowerCase().split(" ");
        return words.every((word) => isWord(word, isSure)) && words.some((word) => !STOP.has(word));
      })
      .map((said) => ({ name: camel(said), concept: null, type: typeOf(said), isGuess: true, said })),
  );

/** Names that a program would use are kept letter by letter. */
const readIdentifiers = (sentence: string): WantedField[] =>
  [...new Set(sentence.split(/[^\p{L}\p{N}_]+/u))].filter(isIdentifier).map((name) => {
    const concept = conceptOf(name);
    return {
      name,
      concept,
      type: TYPES[concept ?? ""] ?? typeOf(splitWords(name).join(" ")),
      said: name,
      ...(concept === null && { isGuess: true }),
    };
  });

const wholeOf = (name: string): RegExp =>
  UNPARTED.test(name)
    ? new RegExp(name, "u")
    : new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, "u");

/** Fields that a question asks for: "who wrote this?" */
const QUESTIONED = [
  [raw("wrote"), "author"],
  [raw("published"), "date"],
  [raw("costs"), "price"],
] as const;
const readQuestioned = (sentence: string): WantedField[] =>
  QUESTIONED.flatMap(([pattern, name]) => {
    const [said] = pattern.exec(sentence) ?? [];
    return said === undefined ? [] : [{ ...fieldFor(name), said }];
  });

/** A word that names a field only if nothing else does: "a change in case status". */
const readSole = (sentence: string, noun: string | null): WantedField[] => {
  const name = splitSentence(sentence).find(
    (word) => SOLE_FIELDS.has(word) && (noun === null || nounIn(word) !== noun),
  );
  if (name === undefined) return [];
  const { concept, type } = fieldFor(name);
  return [{ name, concept, type, ...(concept === null && { isGuess: true }) }];
};

/** "questions and answers": two fields of a record, not records and how many answers each has. */
const QUESTIONS = raw("questions", "iu");
const takeQuestions = (
  sentence: string,
): { readonly rest: string; readonly asked: readonly WantedField[] } => {
  const [said] = QUESTIONS.exec(sentence) ?? [];
  if (said === undefined) return { rest: sentence, asked: [] };
  const asked = ["question", "answer"].map((name) => ({
    name,
    concept: null,
    type: "string" as const,
    said,
  }));
  return { rest: sentence.replace(said, " "), asked };
};

/**
 * All fields that a part of a sentence names.
 *
 * @param around what tells the language, if the part is only its list
 * @param isWatched whether what it quotes is text to wait for, not a name
 */
export const readFields = (
  text: string,
  noun: string | null,
  around = text,
  isWatched = false,
): WantedField[] => {
  const whole = partArabic(text);
  const { rest: linked, links } = takeLinks(whole);
  const { rest: sentence, asked } = takeQuestions(linked);
  const questioned = readQuestioned(sentence);
  const written = readIdentifiers(sentence);
  const guesses = [...written, ...readGuesses(sentence, noun)];
  const rest = guesses.reduce(
    (left, { said = "" }) => left.replace(wholeOf(said), ","),
    onlyNames(
      questioned.reduce((left, { said = "" }) => left.replace(said, ","), sentence.replaceAll(QUOTED, " ")),
    ),
  );
  const known = readKnown(rest, noun, listedNames(sentence), IS_ENGLISH.test(around));
  const quoted = [...(isWatched ? "" : sentence).matchAll(QUOTED)]
    .map(([, said = ""]) => ({ name: camel(said), concept: conceptOf(said), said }))
    .map((field): WantedField => ({ ...field, type: TYPES[field.concept ?? ""] ?? "string" }));
  const fields = new Map<string, WantedField>();
  const toOthers = links.map((link): WantedField => ({ ...link, type: "url", concept: "url" }));
  const all = [...asked, ...toOthers, ...questioned, ...known, ...quoted, ...guesses];
  for (const field of all.length === 0 ? readSole(sentence, noun) : all)
    if (field.name !== "" && checkFieldName(field.name) === null && !fields.has(field.name))
      fields.set(field.name, field);
  const lower = whole.toLowerCase();
  const placeOf = ({ said, name }: WantedField): number => lower.indexOf((said ?? name).toLowerCase());
  return [...fields.values()]
    .sort((left, right) => placeOf(left) - placeOf(right))
    .map((field) => {
      const { said, ...unsaid } = field;
      const at = placeOf(field);
      const spelt = said === undefined || at < 0 ? said : whole.slice(at, at + said.length);
      return spelt === undefined || spelt === field.name ? unsaid : { ...unsaid, said: spelt };
    });
};
