/**
 * Fields of a list by their place: what is a field in some records is one in all, and the only text that is left is the only
 * field that is left.
 */
import { type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import type { OutputSchema } from "../../../../contract/outputSchema.ts";
import { type Bit, listBits } from "../../page/bits.ts";
import { isLink } from "../../page/leads.ts";
import { textOf } from "../../page/text.ts";
import { outward } from "../../page/tree.ts";
import { signatureOf } from "../../regions/markers.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { parseSoleDate } from "../../values/dates.ts";
import { saysWhen } from "../../values/dateWords.ts";
import { COMPANY, PAID, PERSON } from "../../values/phrases.ts";
import { PRICED } from "../../values/prices.ts";
import { parseStock } from "../../values/stock.ts";
import { isEmpty } from "../../values/types.ts";
import { type Concept, conceptOf } from "../../vocabulary/concepts.ts";
import { looksLike } from "../called.ts";
import { namesVenue } from "../events/eventWords.ts";
import type { MatchedItem } from "../match.ts";

/** A short text of a record, with the way to its element, the same in all records of the list. */
interface Cell {
  readonly text: string;
  readonly way: string;
}

const MIN_RECORDS = 4;
const MIN_AGREEING = 3;
const MAX_RECORDS = 1_000;
const MAX_TEXT = 80;
/** Shares of the records. Set by hand, on lists of events. */
const SHARE = { agrees: 0.3, fits: 0.9, there: 0.3, lacking: 0.5 } as const;

const wayOf = ({ element, place, text }: Bit, record: Element, isPart: boolean): string => {
  const steps = outward(element, record).map((at) => signatureOf(at) + columnOf(at));
  const isOwn = textOf(element) === text;
  return `${steps.join(" ")}${isPart ? `|${place}` : isOwn ? "" : "|own"}`;
};

/** The place of a table's cell in its row. */
const columnOf = (element: Element): number | "" =>
  CELLS.has(element.name) ? (element.parent?.children.filter(isTag).indexOf(element) ?? "") : "";
const CELLS: ReadonlySet<string> = new Set(["td", "th"]);

const cellsOf = (record: Element): Cell[] => {
  const bits = listBits([record]);
  const parts = Map.groupBy(bits, ({ line }) => line);
  const isParted = ({ line }: Bit): boolean =>
    (parts.get(line) ?? []).filter(({ place }) => place !== null).length > 1;
  return bits
    .filter(
      ({ text, place, line }) =>
        text.length <= MAX_TEXT && (place !== null || !isWholeLine(parts.get(line) ?? [], text)),
    )
    .map((bit) => ({ text: bit.text, way: wayOf(bit, record, isParted(bit) && bit.place !== null) }));
};
const isWholeLine = (line: readonly Bit[], text: string): boolean =>
  line.some((bit) => bit.place !== null && bit.text !== text && text.includes(bit.text));

/** Whether a text may be the value of a field, by its form. */
const fits = (text: string, concept: Concept | null): boolean =>
  concept === "author" ? PERSON.test(text) && /\s/.test(text) : looksLike(text, concept);

/** Numbers, words and addresses stay apart. */
const kindOf = (text: string): string => `${/\p{L}/u.test(text)} ${text.includes("@")}`;

/** Fields that an unlabelled text can be taken for, if no other text is left. */
const OPEN: ReadonlySet<Concept | null> = new Set<Concept | null>([
  "title",
  "location",
  "venue",
  "organization",
  "author",
  "role",
  "salary",
]);

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
  if (concept === "organization") return COMPANY.test(text) || (!isSold && isName(text));
  return concept === "location" || concept === "venue"
    ? namesVenue(text) || (isName(text) && (!isSold || PARTED.test(text)))
    : concept !== "role" || !isSold;
};

/** What texts of the list are not: links that all records have, days, prices, stock. */
const createPlain = (records: readonly Element[], context: CoerceContext): ((text: string) => boolean) => {
  const links = records.flatMap((record) => [...new Set(findAll(isLink, [record]).map(textOf))]);
  const counts = Map.groupBy(links, (text) => text);
  const common = [...counts].filter(
    ([, same]) => same.length > 1 && same.length * COMMON_PART >= records.length,
  );
  const isCommon = (text: string): boolean =>
    common.reduce((left, [said]) => left.replace(said, ""), text).trim() === "";
  return (text) =>
    (/\p{L}{2}/u.test(text) || PRICED.test(text)) &&
    !/[:：]$/.test(text) &&
    !isCommon(text) &&
    !saysWhen(text) &&
    parseSoleDate(text, context) === null &&
    parseStock(text) === null &&
    conceptOf(text) === null;
};

/** One in so many records: what their links say is no value. */
const COMMON_PART = 5;

/** For each way, the texts of each record there. */
type Ways = ReadonlyMap<string, readonly (readonly string[])[]>;

const waysOf = (cells: readonly (readonly Cell[])[]): Ways => {
  const ways = new Map<string, string[][]>();
  cells.forEach((own, at) => {
    for (const { way, text } of own) {
      const texts = ways.get(way) ?? cells.map(() => []);
      texts[at]?.push(text);
      ways.set(way, texts);
    }
  });
  return ways;
};

/** The way to most of a field's values; undefined if they are not in one place. */
const wayTo = (name: string, ways: Ways, items: readonly MatchedItem[]): Column | undefined => {
  const filled = items.filter(({ item }) => !isEmpty(item[name])).length;
  const least = Math.max(MIN_AGREEING, filled * SHARE.fits, items.length * SHARE.agrees);
  const hitsOf = (texts: Column): number =>
    items.filter(({ item }, at) => !isEmpty(item[name]) && texts[at]?.includes(String(item[name]))).length;
  return filled < least ? undefined : [...ways.values()].find((texts) => hitsOf(texts) >= least);
};
type Column = readonly (readonly string[])[];

/**
 * The items with the text fields that are read by their place. Of 30 lists made with component libraries, 15 instead of 10 are then
 * all right.
 *
 * @param mayGuess whether the only text that is left may be the only field that is left, with a doubt
 */
export const fillColumns = (
  records: readonly Element[],
  items: readonly MatchedItem[],
  schema: OutputSchema,
  context: CoerceContext,
  mayGuess = true,
): readonly MatchedItem[] => {
  const isLacking = (name: string, at: number): boolean => isEmpty(items[at]?.item[name]);
  const lacking = Object.keys(schema).filter(
    (name) => schema[name] === "string" && items.some((_, at) => isLacking(name, at)),
  );
  if (records.length < MIN_RECORDS || records.length > MAX_RECORDS || lacking.length === 0) return items;
  const ways = waysOf(records.map(cellsOf));
  const isPlain = createPlain(records, context);
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
  const left = lacking.filter(
    (name) =>
      mayGuess &&
      OPEN.has(conceptOf(name)) &&
      !wayTo(name, ways, items) &&
      items.filter((_, at) => isLacking(name, at)).length >= items.length * SHARE.lacking,
  );
  const columns = left.length === 0 ? [] : [...ways.values()];
  const textsOf = (column: Column): string[] => column.flatMap((_, at) => leftIn(column, at) ?? []);
  const open = columns.filter((column) => {
    const texts = textsOf(column);
    return texts.length >= Math.max(MIN_RECORDS, items.length * SHARE.there) && new Set(texts).size > 1;
  });
  const isSold = Object.keys(schema).some((name) => schema[name] === "price");
  /** Whether the few values that are known by their form are in the column, too. */
  const agrees = (name: string, column: Column): boolean =>
    items.every(({ item }, at) => isEmpty(item[name]) || column[at]?.includes(String(item[name])));
  const mayBe = (name: string, column: Column): boolean => {
    if (!agrees(name, column)) return false;
    const texts = textsOf(column);
    const concept = conceptOf(name);
    const own = texts.filter((text) => fits(text, concept) && hasForm(text, concept, isSold));
    return own.length >= texts.length * SHARE.fits;
  };
  for (const name of left) {
    const [only, ...others] = open.filter((column) => mayBe(name, column));
    const isSole =
      only && others.length === 0 && left.every((other) => other === name || !mayBe(other, only));
    if (isSole) take(name, only);
  }
  return withAdded(items, added);
};
const MIN_PART = 3;

const CONFIDENCE = 0.4;
const DOUBT = "read by its place in the record, because no label names it";

const withAdded = (
  items: readonly MatchedItem[],
  added: readonly Readonly<Record<string, string>>[],
): readonly MatchedItem[] =>
  items.map((own, at) => {
    const more = Object.entries(added[at] ?? {});
    if (more.length === 0) return own;
    const provenance = more.map(
      ([name]) =>
        [name, { source: "record", confidence: CONFIDENCE, path: "its place", doubt: DOUBT }] as const,
    );
    return {
      ...own,
      item: { ...own.item, ...Object.fromEntries(more) },
      provenance: { ...own.provenance, ...Object.fromEntries(provenance) },
    };
  });
