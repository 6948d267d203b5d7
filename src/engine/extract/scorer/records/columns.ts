/**
 * Fields of a list by their place: what is a field in some records is one in all, and the only text that is left is the only
 * field that is left.
 */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { isLink } from "../../page/leads.ts";
import { textOf } from "../../page/text.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { parseSoleDate } from "../../values/dates.ts";
import { saysWhen } from "../../values/dateWords.ts";
import { PRICED } from "../../values/prices.ts";
import { parseStock } from "../../values/stock.ts";
import { isEmpty } from "../../values/types.ts";
import { conceptOf } from "../../vocabulary/concepts.ts";
import { remembered } from "../../vocabulary/remember.ts";
import { fits, hasForm, kindOf, OPEN } from "../guess/textForms.ts";
import type { MatchedItem } from "../match.ts";
import { type Column, type Ways, waysOf } from "./ways.ts";

const MIN_RECORDS = 4;
const MIN_AGREEING = 3;
const MAX_RECORDS = 1_000;
/** Shares of the records. Set by hand, on lists of events. */
const SHARE = { agrees: 0.3, fits: 0.9, there: 0.3, lacking: 0.5 } as const;

/** A list of records while its columns are filled. */
interface Filling {
  readonly items: readonly MatchedItem[];
  readonly ways: Ways;
  readonly isPlain: (text: string) => boolean;
  /** Whether the records have prices. */
  readonly isSold: boolean;
  /** The values of each item as text: no text is two fields. */
  readonly said: readonly Set<string>[];
  /** What was read by its place, for each item. */
  readonly added: readonly Record<string, string>[];
}

/** What texts of the list are not: links that all records have, days, prices, stock. */
const createPlain = (
  records: readonly Element[],
  schema: OutputSchema,
  context: CoerceContext,
): ((text: string) => boolean) => {
  const asksStock = Object.keys(schema).some((name) => conceptOf(name) === "availability");
  const links = records.flatMap((record) => [...new Set(findAll(isLink, [record]).map(textOf))]);
  const counts = Map.groupBy(links, (text) => text);
  const common = [...counts].filter(
    ([, same]) => same.length > 1 && same.length * COMMON_PART >= records.length,
  );
  const isCommon = (text: string): boolean =>
    common.reduce((left, [said]) => left.replace(said, ""), text).trim() === "";
  return remembered(
    (text) =>
      (/\p{L}{2}/u.test(text) || PRICED.test(text)) &&
      !/[:：]$/.test(text) &&
      !isCommon(text) &&
      !saysWhen(text) &&
      !YEAR.test(text) &&
      parseSoleDate(text, context) === null &&
      (parseStock(text) === null ? conceptOf(text) === null : !asksStock),
  );
};

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
/** One in so many records: what their links say is no value. */
const COMMON_PART = 5;

const isLacking = (items: readonly MatchedItem[], name: string, at: number): boolean =>
  isEmpty(items[at]?.item[name]);

/** The column with most of a field's values; undefined if they are not in one place. */
const columnOf = (name: string, { ways, items }: Filling): Column | undefined => {
  const filled = items.filter(({ item }) => !isEmpty(item[name])).length;
  const least = Math.max(MIN_AGREEING, filled * SHARE.fits, items.length * SHARE.agrees);
  const hitsOf = (texts: Column): number =>
    items.filter(({ item }, at) => !isEmpty(item[name]) && texts[at]?.includes(String(item[name]))).length;
  return filled < least ? undefined : [...ways.values()].find((texts) => hitsOf(texts) >= least);
};

const MIN_PART = 3;
/** Whether another field has the text, or a part of it. */
const isTaken = (text: string, values: ReadonlySet<string>): boolean =>
  [...values].some((value) => value === text || (value.length > MIN_PART && text.includes(value)));

/** The only text of a record's column that no other field has. */
const leftIn = ({ isPlain, said }: Filling, column: Column, at: number): string | undefined => {
  const texts = (column[at] ?? []).filter((text) => isPlain(text) && !isTaken(text, said[at] ?? NONE));
  return texts.length === 1 ? texts[0] : undefined;
};
const NONE: ReadonlySet<string> = new Set();

const textsLeftIn = (filling: Filling, column: Column): string[] =>
  column.flatMap((_, at) => leftIn(filling, column, at) ?? []);

/** Fills the field from the column, where it is empty and the text has its form. */
const take = (filling: Filling, name: string, column: Column): void => {
  const { items, added, said } = filling;
  const kinds = new Set(items.flatMap(({ item }) => (isEmpty(item[name]) ? [] : kindOf(String(item[name])))));
  for (const [at, own] of added.entries()) {
    const text = isLacking(items, name, at) ? leftIn(filling, column, at) : undefined;
    if (text === undefined || !fits(text, conceptOf(name))) continue;
    if (kinds.size > 0 && !kinds.has(kindOf(text))) continue;
    own[name] = text;
    said[at]?.add(text);
  }
};

/** Whether the few values that are known by their form are in the column, too. */
const agrees = ({ items }: Filling, name: string, column: Column): boolean =>
  items.every(({ item }, at) => isEmpty(item[name]) || column[at]?.includes(String(item[name])));

/** Whether what is left of the column can be the field. */
const mayBe = (filling: Filling, name: string, column: Column): boolean => {
  if (!agrees(filling, name, column)) return false;
  const texts = textsLeftIn(filling, column);
  const concept = conceptOf(name);
  const own = texts.filter((text) => fits(text, concept) && hasForm(text, concept, filling.isSold));
  return own.length >= texts.length * SHARE.fits;
};

/** The columns that a field can have. A text in two elements, one around the other, is in two of them. */
const columnsFor = (filling: Filling, name: string): Column[] => {
  const least = Math.max(MIN_RECORDS, filling.items.length * SHARE.there);
  const open = [...filling.ways.values()].flatMap((column): [string, Column][] => {
    const texts = textsLeftIn(filling, column);
    const isOpen = texts.length >= least && new Set(texts).size > 1 && mayBe(filling, name, column);
    return isOpen ? [[texts.join("\n"), column]] : [];
  });
  return [...new Map(open).values()];
};

/**
 * The only column that a field can have, if it has some of its values, or no other field can have it.
 *
 * @param rest the fields that have no column yet
 */
const soleColumnOf = (filling: Filling, name: string, rest: readonly string[]): Column | undefined => {
  const [only, ...others] = columnsFor(filling, name);
  if (!only || others.length > 0) return undefined;
  const isFree = rest.every((other) => other === name || !mayBe(filling, other, only));
  return isFree || filling.items.some(({ item }) => !isEmpty(item[name])) ? only : undefined;
};

/** Fills one field after the other that can have one column only. Each leaves less for the others. */
const takeSoleColumns = (filling: Filling, names: readonly string[]): void => {
  let rest = names;
  const takeNext = (): boolean =>
    rest.some((name) => {
      const column = soleColumnOf(filling, name, rest);
      if (!column) return false;
      take(filling, name, column);
      rest = rest.filter((other) => other !== name);
      return true;
    });
  while (takeNext());
};

/**
 * The items with the text fields that are read by their place. Of 30 lists made with component libraries, 15 instead of 10 are then
 * all right by a sentence.
 *
 * @param mayGuess whether the only text that is left may be a field, if it is the only one left, with a doubt
 */
export const fillColumns = (
  records: readonly Element[],
  items: readonly MatchedItem[],
  schema: OutputSchema,
  context: CoerceContext,
  mayGuess: (name: string) => boolean = () => true,
): readonly MatchedItem[] => {
  const names = Object.keys(schema);
  const lacking = names.filter(
    (name) => schema[name] === "string" && items.some((_, at) => isLacking(items, name, at)),
  );
  if (records.length < MIN_RECORDS || records.length > MAX_RECORDS || lacking.length === 0) return items;
  const filling: Filling = {
    items,
    ways: waysOf(records),
    isPlain: createPlain(records, schema, context),
    isSold: names.some((name) => schema[name] === "price"),
    said: items.map(({ item }) => new Set(Object.values(item).map(String))),
    added: records.map(() => ({})),
  };
  const known = lacking.flatMap((name) => {
    const column = columnOf(name, filling);
    return column ? [{ name, column }] : [];
  });
  for (const { name, column } of known) take(filling, name, column);
  const isMostlyLacking = (name: string): boolean =>
    items.filter((_, at) => isLacking(items, name, at)).length >= items.length * SHARE.lacking;
  const unknown = lacking.filter(
    (name) =>
      mayGuess(name) &&
      OPEN.has(conceptOf(name)) &&
      isMostlyLacking(name) &&
      known.every(({ name: other }) => other !== name),
  );
  takeSoleColumns(filling, unknown);
  return withAdded(items, filling.added, "its place", DOUBT);
};

/** A list's items as far as its records name their fields, with the element of each. */
export interface NamedItems {
  readonly items: readonly MatchedItem[];
  /** Empty if an item has no element of its own. */
  readonly elements: readonly Element[];
}

const CONFIDENCE = 0.4;
/** What speaks against a value whose place alone says what it is. */
export const DOUBT = "read by its place in the record, because no label names it";

/** The items with values that no label names, each with the doubt. */
export const withAdded = (
  items: readonly MatchedItem[],
  added: readonly Readonly<Record<string, unknown>>[],
  path: string,
  doubt: string,
  confidence = CONFIDENCE,
): readonly MatchedItem[] =>
  items.map((own, at) => {
    const more = Object.entries(added[at] ?? {});
    if (more.length === 0) return own;
    const provenance = more.map(([name]) => [name, { source: "record", confidence, path, doubt }] as const);
    return {
      ...own,
      item: { ...own.item, ...Object.fromEntries(more) },
      provenance: { ...own.provenance, ...Object.fromEntries(provenance) },
    };
  });
