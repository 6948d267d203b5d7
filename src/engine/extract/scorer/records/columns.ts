/**
 * Fields of a list by their place: what is a field in some records is one in all, and the only text that is left is the only
 * field that is left.
 */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { isLink } from "../../page/leads.ts";
import { textOf } from "../../page/text.ts";
import { readColumns } from "../../regions/columns.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { parseSoleDate } from "../../values/dates.ts";
import { saysWhen } from "../../values/dateWords.ts";
import { COMPANY, FORMS, PAID, PERSON } from "../../values/phrases.ts";
import { PRICED } from "../../values/prices.ts";
import { parseStock } from "../../values/stock.ts";
import { isEmpty } from "../../values/types.ts";
import { type Concept, conceptOf } from "../../vocabulary/concepts.ts";
import { remembered } from "../../vocabulary/remember.ts";
import { looksLike } from "../called.ts";
import { namesVenue } from "../events/eventWords.ts";
import type { MatchedItem } from "../match.ts";
import { type Column, type Ways, waysOf } from "./ways.ts";

const MIN_RECORDS = 4;
const MIN_AGREEING = 3;
const MAX_RECORDS = 1_000;
/** Shares of the records. Set by hand, on lists of events. */
const SHARE = { agrees: 0.3, fits: 0.9, there: 0.3, lacking: 0.5, distinct: 0.7 } as const;

/** Whether a text may be the value of a field, by its form. */
const fits = (text: string, concept: Concept | null): boolean =>
  concept === "author"
    ? PERSON.test(text) && /\s/.test(text)
    : looksLike(text, concept) && !(OPEN.has(concept) && isState(text));

/** Numbers, words and addresses stay apart. */
const kindOf = (text: string): string => `${/\p{L}/u.test(text)} ${text.includes("@")}`;

/** Fields that an unlabelled text can be taken for, if no other text is left. */
const OPEN: ReadonlySet<Concept | null> = new Set<Concept | null>([
  "title",
  "address",
  "location",
  "city",
  "venue",
  "organization",
  "author",
  "role",
  "salary",
]);

/** Fields whose values sort the records into a few groups. A name that is not known is often one: status, team, priority. */
const GROUPING: ReadonlySet<Concept | null> = new Set<Concept | null>([null, "category", "level"]);
const MAX_GROUP = 30;
const areGroups = (texts: readonly string[]): boolean =>
  texts.every((text) => text.length <= MAX_GROUP && !/\d/.test(text)) &&
  new Set(texts).size <= texts.length * SHARE.distinct;
/** Whether a text says by its words what it is, and is no name: "Full-time", "In stock". */
const isState = (text: string): boolean =>
  parseStock(text) !== null ||
  FORMS.some(([concept, form]) => concept === "employmentType" && form.test(text));

/** A name: all but its short words are capitalised. */
const isName = (text: string): boolean =>
  /^\p{Lu}/u.test(text) &&
  (text.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []).every((word) => /^\p{Lu}|^.{1,3}$/u.test(word));
const PARTED = /^[^,]{2,40}(?:, ?[^,]{2,40}){1,3}$/u;

/**
 * Whether a text that no label announces has the form of a place, a company or a salary. What is sold also has editions and colours,
 * which look like names.
 */
const hasForm = (text: string, concept: Concept | null, isSold: boolean): boolean => {
  if (concept === "salary") return PRICED.test(text) || PAID.test(text);
  if (PRICED.test(text)) return false;
  if (concept === "address") return PARTED.test(text) && isName(text.replace(/^\d+\p{L}? /u, ""));
  if (concept === "organization") return COMPANY.test(text) || (!isSold && isName(text));
  return concept === "location" || concept === "city" || concept === "venue"
    ? namesVenue(text) || (isName(text) && (!isSold || PARTED.test(text)))
    : concept !== "role" || !isSold;
};

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

/** The way to most of a field's values; undefined if they are not in one place. */
const wayTo = (name: string, ways: Ways, items: readonly MatchedItem[]): Column | undefined => {
  const filled = items.filter(({ item }) => !isEmpty(item[name])).length;
  const least = Math.max(MIN_AGREEING, filled * SHARE.fits, items.length * SHARE.agrees);
  const hitsOf = (texts: Column): number =>
    items.filter(({ item }, at) => !isEmpty(item[name]) && texts[at]?.includes(String(item[name]))).length;
  return filled < least ? undefined : [...ways.values()].find((texts) => hitsOf(texts) >= least);
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
  const isLacking = (name: string, at: number): boolean => isEmpty(items[at]?.item[name]);
  const lacking = Object.keys(schema).filter(
    (name) => schema[name] === "string" && items.some((_, at) => isLacking(name, at)),
  );
  if (records.length < MIN_RECORDS || records.length > MAX_RECORDS || lacking.length === 0) return items;
  const ways = waysOf(records);
  const isPlain = createPlain(records, schema, context);
  const said = items.map(({ item }) => new Set(Object.values(item).map(String)));
  /** Whether another field has the text, or a part of it. */
  const isTaken = (text: string, at: number): boolean =>
    [...(said[at] ?? [])].some(
      (value) => value === text || (value.length > MIN_PART && text.includes(value)),
    );
  /** The only text of a column that no other field has. */
  const leftIn = (column: Column, at: number): string | undefined => {
    const texts = (column[at] ?? []).filter((text) => isPlain(text) && !isTaken(text, at));
    return texts.length === 1 ? texts[0] : undefined;
  };
  const added: Record<string, string>[] = records.map(() => ({}));
  const take = (name: string, column: Column): void => {
    const kinds = new Set(
      items.flatMap(({ item }) => (isEmpty(item[name]) ? [] : kindOf(String(item[name])))),
    );
    for (const [at, own] of added.entries()) {
      const text = isLacking(name, at) ? leftIn(column, at) : undefined;
      if (text === undefined || !fits(text, conceptOf(name))) continue;
      if (kinds.size > 0 && !kinds.has(kindOf(text))) continue;
      own[name] = text;
      said[at]?.add(text);
    }
  };
  for (const name of lacking) {
    const known = wayTo(name, ways, items);
    if (known) take(name, known);
  }
  const isLabelled = records[0] !== undefined && readColumns(records[0]).length > 0;
  const left = lacking.filter(
    (name) =>
      mayGuess(name) &&
      (OPEN.has(conceptOf(name)) || (!isLabelled && GROUPING.has(conceptOf(name)))) &&
      !wayTo(name, ways, items) &&
      items.filter((_, at) => isLacking(name, at)).length >= items.length * SHARE.lacking,
  );
  const textsOf = (column: Column): string[] => column.flatMap((_, at) => leftIn(column, at) ?? []);
  const isSold = Object.keys(schema).some((name) => schema[name] === "price");
  /** Whether the few values that are known by their form are in the column, too. */
  const agrees = (name: string, column: Column): boolean =>
    items.every(({ item }, at) => isEmpty(item[name]) || column[at]?.includes(String(item[name])));
  const mayBe = (name: string, column: Column): boolean => {
    if (!agrees(name, column)) return false;
    const texts = textsOf(column);
    const concept = conceptOf(name);
    if (!OPEN.has(concept)) return areGroups(texts);
    const own = texts.filter((text) => fits(text, concept) && hasForm(text, concept, isSold));
    return own.length >= texts.length * SHARE.fits;
  };
  /** The columns that a field can have. A text in two elements, one around the other, is in two of them. */
  const columnsFor = (name: string): Column[] => {
    const least = Math.max(MIN_RECORDS, items.length * SHARE.there);
    const open = [...ways.values()].flatMap((column): [string, Column][] => {
      const texts = textsOf(column);
      const isOpen = texts.length >= least && new Set(texts).size > 1 && mayBe(name, column);
      return isOpen ? [[texts.join("\n"), column]] : [];
    });
    return [...new Map(open).values()];
  };
  let rest = left;
  /** The only column that a field can have, if it has some of its values, or no other field can have it. */
  const soleOf = (name: string): Column | undefined => {
    const [only, ...others] = columnsFor(name);
    if (!only || others.length > 0) return undefined;
    const isFree = rest.every((other) => other === name || !mayBe(other, only));
    return isFree || items.some(({ item }) => !isEmpty(item[name])) ? only : undefined;
  };
  const nextSole = (): readonly [string, Column] | undefined => {
    for (const name of rest) {
      const column = soleOf(name);
      if (column) return [name, column];
    }
    return undefined;
  };
  for (let sole = nextSole(); sole; sole = nextSole()) {
    const [name, column] = sole;
    take(name, column);
    // What is taken leaves less for the others.
    rest = rest.filter((other) => other !== name);
  }
  return withAdded(items, added, "its place", DOUBT);
};
const MIN_PART = 3;

const CONFIDENCE = 0.4;
const DOUBT = "read by its place in the record, because no label names it";

/** The items with values that no label names, each with the doubt. */
export const withAdded = (
  items: readonly MatchedItem[],
  added: readonly Readonly<Record<string, string>>[],
  path: string,
  doubt: string,
): readonly MatchedItem[] =>
  items.map((own, at) => {
    const more = Object.entries(added[at] ?? {});
    if (more.length === 0) return own;
    const provenance = more.map(
      ([name]) => [name, { source: "record", confidence: CONFIDENCE, path, doubt }] as const,
    );
    return {
      ...own,
      item: { ...own.item, ...Object.fromEntries(more) },
      provenance: { ...own.provenance, ...Object.fromEntries(provenance) },
    };
  });
