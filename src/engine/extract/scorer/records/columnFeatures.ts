/** What speaks for and against a column of a list's records being a field that nothing names: numbers by name, for a forest. */
import type { Element } from "domhandler";
import { isLink } from "../../page/leads.ts";
import { isAction } from "../../page/references.ts";
import { outward } from "../../page/tree.ts";
import { columnOf } from "../../regions/columns.ts";
import { mean, shareOf } from "../../values/averages.ts";
import { saysWhen } from "../../values/dateWords.ts";
import { PERSON } from "../../values/phrases.ts";
import { PRICED } from "../../values/prices.ts";
import { conceptOf, foldedWords } from "../../vocabulary/concepts.ts";
import { likenessOf, meaningOfText, meaningOfTexts } from "../../vocabulary/likeness.ts";
import {
  classWords,
  type Features,
  MAX_SAID,
  meaningOfValues,
  mostAlike,
  orderOf,
} from "../guess/nameFeatures.ts";
import { fits } from "../guess/textForms.ts";

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

/** What the page calls a column, beside the field's name: its element and the one around it, and its table. */
export const describeNaming = (name: string, { elements: [element], texts }: OpenColumn): Features => {
  const label = (element && columnOf(element)) ?? "";
  const words = foldedWords(name);
  return {
    classLike: mostAlike(classWords(element), words),
    labelLike: mostAlike(foldedWords(label.slice(0, MAX_SAID)), words),
    labelled: Number(label !== ""),
    fits: shareOf(texts, (text) => fits(text, conceptOf(name))),
  };
};

const MAX_TEXTS = 12;

/** How alike a field's name is to what a column says, in whole and at most, and to what the page calls it. */
export const describeMeaning = (name: string, { elements: [element], texts }: OpenColumn): Features => {
  const meaning = meaningOfValues(name);
  const said = texts.slice(0, MAX_TEXTS).map(meaningOfText);
  const label = (element && columnOf(element)) ?? "";
  return {
    meaning: likenessOf(meaning, meaningOfTexts(texts.slice(0, MAX_TEXTS))),
    closest: Math.max(...said.map((each) => likenessOf(meaning, each))),
    labelMeaning: likenessOf(meaning, meaningOfText(label.slice(0, MAX_SAID))),
    classMeaning: Math.max(0, ...classWords(element).map((word) => likenessOf(meaning, meaningOfText(word)))),
    hasMeaning: Number(meaning !== null),
    knownTexts: said.filter((each) => each !== null).length / said.length,
  };
};

/** What is compared with the other columns of a field, and the other fields of a column. */
export const COMPARED = ["meaning", "labelMeaning", "classMeaning"] as const;

const FAR = 9;
/**
 * Where a column would put a field among those that have a value.
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
  const rank = placed.indexOf(column);
  const { before, after, known, features } = orderOf(name, rank, names, ranks);
  /** How many columns further than fields it is from a field, signed. */
  const stepsFrom = (other: string | undefined): number =>
    other === undefined ? FAR : rank - (ranks.get(other) ?? 0) - (names.indexOf(name) - names.indexOf(other));
  const [fromBefore, fromAfter] = [stepsFrom(before), stepsFrom(after)];
  return {
    ...features,
    rank: rank / placed.length,
    known,
    fromBefore,
    fromAfter,
    nearest: Math.min(Math.abs(fromBefore), Math.abs(fromAfter)),
  };
};
