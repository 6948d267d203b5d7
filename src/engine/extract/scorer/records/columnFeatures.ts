/** What speaks for and against a column of a list's records being a field that nothing names: numbers by name, for a forest. */
import type { Element } from "domhandler";
import { wordsOfName } from "../../page/elementNames.ts";
import { isLink } from "../../page/leads.ts";
import { isAction } from "../../page/references.ts";
import { classesOf, outward } from "../../page/tree.ts";
import { columnOf } from "../../regions/columns.ts";
import { mean, shareOf } from "../../values/averages.ts";
import { saysWhen } from "../../values/dateWords.ts";
import { PERSON } from "../../values/phrases.ts";
import { PRICED } from "../../values/prices.ts";
import { conceptOf, foldedWords, headOf, namesAttribute, namesPerson } from "../../vocabulary/concepts.ts";
import {
  likenessOf,
  type Meaning,
  meaningOfText,
  meaningOfTexts,
  meaningOfWords,
} from "../../vocabulary/likeness.ts";
import { remembered } from "../../vocabulary/remember.ts";
import { foldWord } from "../../vocabulary/words.ts";
import { fits, OPEN } from "./columnForms.ts";

export type Features = Readonly<Record<string, number>>;

/** A column of which no field has the texts, as far as some of the records show. */
export interface OpenColumn {
  readonly texts: readonly string[];
  readonly elements: readonly Element[];
  /** How many texts a record has there on average, if some have several. */
  readonly entries: number;
  /** Mean place of its texts among those of their records, from 0 to 1. */
  readonly at: number;
}

/** A field that has a value, and its mean place in the records, from 0 to 1. */
export interface PlacedField {
  readonly name: string;
  readonly at: number;
}

const NUMBERED = /^(?:number|no|id|code|ref|reference|key|nr|num)$/;
/** What a field's name and type say. */
export const describeName = (name: string, type: unknown): Features => {
  const words = foldedWords(name);
  const concept = conceptOf(name);
  return {
    nameWords: words.length,
    nameKnown: Number(concept !== null),
    nameOpen: Number(OPEN.has(concept)),
    nameHead: Number(headOf(name) !== null),
    namePerson: Number(namesPerson(name)),
    nameTrait: Number(namesAttribute(name)),
    nameNumber: Number(words.some((word) => NUMBERED.test(word))),
    namePlural: Number(name.endsWith("s")),
    isString: Number(type === "string"),
    isDate: Number(type === "date"),
    isList: Number(type === "string[]"),
    isNumber: Number(type === "number" || type === "integer" || type === "price"),
  };
};

/** What a column's texts look like, of so many records. */
export const describeTexts = ({ elements, texts, entries }: OpenColumn, all: number): Features => ({
  there: texts.length / all,
  distinct: new Set(texts).size / Math.max(1, texts.length),
  chars: mean(texts.map(({ length }) => length)),
  words: mean(texts.map((text) => text.split(/\s+/).length)),
  digits: shareOf(texts, (text) => /\d/.test(text)),
  numeric: shareOf(texts, (text) => /^[\d.,\s]+$/.test(text)),
  upper: shareOf(texts, (text) => /^\p{Lu}/u.test(text)),
  commas: shareOf(texts, (text) => text.includes(",")),
  colons: shareOf(texts, (text) => text.includes(":")),
  dated: shareOf(texts, saysWhen),
  priced: shareOf(texts, (text) => PRICED.test(text)),
  person: shareOf(texts, (text) => PERSON.test(text) && /\s/.test(text)),
  linked: shareOf(elements, (element) => outward(element).slice(0, 3).some(isLink)),
  pressed: shareOf(elements, (element) => outward(element).slice(0, 2).some(isAction)),
  headed: shareOf(elements, ({ name }) => /^(?:h\d|strong|b|th|dt)$/.test(name)),
  entries,
});

const pairsOf = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2));
/** Which share of their pairs of letters two words have in common, from 0 to 1. */
const spelledAlike = (one: string, other: string): number => {
  const [left, right] = [pairsOf(one), pairsOf(other)];
  const same = left.filter((pair) => right.includes(pair)).length;
  return Math.min(1, (2 * same) / Math.max(1, left.length + right.length));
};
const mostAlike = (words: readonly string[], others: readonly string[]): number =>
  Math.max(0, ...words.flatMap((word) => others.map((other) => spelledAlike(word, other))));

const MAX_CLASS = 60;
const classWords = (element: Element | undefined): readonly string[] =>
  (element ? outward(element).slice(0, 2) : [])
    .flatMap(classesOf)
    .filter(({ length }) => length <= MAX_CLASS)
    .flatMap(wordsOfName)
    .map(foldWord);
/** What the page calls a column, beside the field's name: its element and the one around it, and its table. */
export const describeNaming = (name: string, { elements: [element], texts }: OpenColumn): Features => {
  const label = (element && columnOf(element)) ?? "";
  const words = foldedWords(name);
  return {
    classLike: mostAlike(classWords(element), words),
    labelLike: mostAlike(foldedWords(label.slice(0, MAX_CLASS)), words),
    labelled: Number(label !== ""),
    fits: shareOf(texts, (text) => fits(text, conceptOf(name))),
  };
};

/** Words of a field's name that say nothing of its values. */
const EMPTY: ReadonlySet<string> = new Set(["name", "type", "of", "number", "count", "is", "the"]);
/** What the values of a field are, as far as its name says. */
const meaningOfValues = remembered((name: string): Meaning | null => {
  const words = foldedWords(name);
  const telling = words.filter((word) => !EMPTY.has(word));
  return meaningOfWords(telling.length > 0 ? telling : words);
}, 1_000);
const MAX_TEXTS = 12;

/** How alike a field's name is to what a column says, in whole and at most, and to what the page calls it. */
export const describeMeaning = (name: string, { elements: [element], texts }: OpenColumn): Features => {
  const meaning = meaningOfValues(name);
  const said = texts.slice(0, MAX_TEXTS).map(meaningOfText);
  const label = (element && columnOf(element)) ?? "";
  return {
    meaning: likenessOf(meaning, meaningOfTexts(texts.slice(0, MAX_TEXTS))),
    closest: Math.max(...said.map((each) => likenessOf(meaning, each))),
    labelMeaning: likenessOf(meaning, meaningOfText(label.slice(0, MAX_CLASS))),
    classMeaning: Math.max(0, ...classWords(element).map((word) => likenessOf(meaning, meaningOfText(word)))),
    hasMeaning: Number(meaning !== null),
    knownTexts: said.filter((each) => each !== null).length / said.length,
  };
};

const COMPARED = ["meaning", "labelMeaning", "classMeaning"] as const;

/** By how much a pair's numbers exceed those of the others of its field, or of its column. */
export const leadOf = (own: Features, others: readonly Features[], as: string): Features =>
  Object.fromEntries(
    COMPARED.flatMap((feature) => {
      const value = own[feature] ?? 0;
      const rest = others.filter((other) => other !== own).map((other) => other[feature] ?? 0);
      return [
        [`${feature}Lead${as}`, rest.length === 0 ? 0 : value - Math.max(...rest)],
        [`${feature}Rank${as}`, rest.filter((other) => other > value).length],
      ];
    }),
  );

const FAR = 9;
/**
 * Where a column would put a field among those that have a value: people often ask for fields in the order in which the page has
 * them.
 *
 * @param names the fields as they are asked for
 * @param placed the fields that have a value and the columns without a field, as the page has them
 */
export const describeOrder = (
  name: string,
  column: OpenColumn,
  names: readonly string[],
  placed: readonly (PlacedField | OpenColumn)[],
): Features => {
  const ranks = new Map(placed.flatMap((each, rank) => ("name" in each ? [[each.name, rank] as const] : [])));
  const rankOf = (field: string): number => ranks.get(field) ?? 0;
  const [index, rank] = [names.indexOf(name), placed.indexOf(column)];
  const known = names.filter((other) => ranks.has(other));
  const before = known.findLast((other) => names.indexOf(other) < index);
  const after = known.find((other) => names.indexOf(other) > index);
  /** How many columns further than fields it is from a field, signed. */
  const stepsFrom = (other: string | undefined): number =>
    other === undefined ? FAR : rank - rankOf(other) - (index - names.indexOf(other));
  const [fromBefore, fromAfter] = [stepsFrom(before), stepsFrom(after)];
  const inOrder = known.flatMap((one, at) =>
    known.slice(at + 1).map((other) => Number(rankOf(one) < rankOf(other))),
  );
  const onSide = known.map((other) =>
    Number(Math.sign(names.indexOf(other) - index) === Math.sign(rankOf(other) - rank)),
  );
  return {
    fieldAt: index / names.length,
    rank: rank / placed.length,
    known: known.length,
    inOrder: inOrder.length === 0 ? 0.5 : mean(inOrder),
    onSide: onSide.length === 0 ? 0.5 : mean(onSide),
    fromBefore,
    fromAfter,
    nearest: Math.min(Math.abs(fromBefore), Math.abs(fromAfter)),
  };
};
