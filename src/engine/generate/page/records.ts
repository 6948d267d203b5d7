/** The lists of a page with what each of their records holds: what selectors are written for. */
import { type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import type { OutputSchema } from "../../../contract/outputSchema.ts";
import { type PageDocument, textOf } from "../../extract/extract.ts";
import { outward } from "../../extract/page/tree.ts";
import { readColumns } from "../../extract/regions/columns.ts";
import { overlaps, type Region } from "../../extract/regions/regions.ts";
import { describeRecords } from "../../extract/scorer/describe.ts";
import { type MatchedItem, matchFields } from "../../extract/scorer/match.ts";
import { readNamed } from "../../extract/scorer/named.ts";
import { type PageView, viewPage } from "../../extract/scorer/pageFacts.ts";
import { createPatience, type Patience, readingOrder } from "../../extract/scorer/patience.ts";
import { readRecord } from "../../extract/scorer/record.ts";
import { type Fact, makeFact } from "../../extract/sources/facts.ts";
import { coerceValue } from "../../extract/values/coerce.ts";
import { conceptOf } from "../../extract/vocabulary/concepts.ts";
import { isThere } from "../draft.ts";
import { type Intent, isExcluded, type WantedField } from "../sentence/intent.ts";
import vocabulary from "../vocabulary/fields.json" with { type: "json" };
import { listRegions } from "./regions.ts";

/** A list of the page. */
export interface RecordList {
  /** All of its records: what a selector has to find. */
  readonly all: readonly Element[];
  /** The first of them, which were read. */
  readonly records: readonly Element[];
  readonly schema: OutputSchema;
  /** One for each record, following the schema. */
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

const MAX_RECORDS = 1_000;
const MAX_LISTS = 10;
/** How much the size of a list counts beside how well it fits. */
const SCORE_POWER = 0.75;
const SAMPLE = 8;
/** A list of these is what a sentence with its noun asks for. */
const NAMED_BONUS = 1.6;
const MAX_FIELDS = 14;

/** Longer than "true" and "false". */
const MIN_STOCK_TEXT = 5;
const MAX_STOCK_TEXT = 40;

/** "In stock" on a card, in an element that has no name: read where it is asked for. */
const readStock = (record: Element, { context }: PageView, schema: OutputSchema): Fact[] =>
  Object.keys(schema).some((name) => name === "in_stock" || conceptOf(name) === "availability")
    ? findAll((element) => !element.children.some(isTag), record.children)
        .map((element) => textOf(element).trim())
        .filter((text) => text.length > MIN_STOCK_TEXT && text.length <= MAX_STOCK_TEXT)
        .filter((text) => coerceValue(text, "boolean", context) !== null)
        .slice(0, 1)
        .map((text) =>
          makeFact("record", "availability", [text], { concept: "availability", path: "availability" }),
        )
    : [];

/** What a record says, whatever is asked for. */
const tellOf = (record: Element, view: PageView, patience: Patience): Fact[] => [
  ...readRecord(record, view.context, record.name === "tr" ? readColumns(record) : [], patience),
  makeFact("record", "content", [textOf(record)], { concept: "content", path: "text" }),
];

/** What is looked for in a record by the names of the fields. */
const lookFor = (record: Element, view: PageView, schema: OutputSchema): Fact[] => [
  ...readNamed(record, schema),
  ...readStock(record, view, schema),
];

const namesAround = (record: Element | undefined): string =>
  (record ? outward(record).slice(0, 3) : [])
    .map(({ attribs }) => `${attribs.class ?? ""} ${attribs.id ?? ""}`)
    .join(" ")
    .toLowerCase();

/** Share of the values that are there, over the first records. */
const fill = (items: readonly Readonly<Record<string, unknown>>[]): number => {
  const values = items.flatMap((item) => Object.values(item));
  return values.filter(isThere).length / Math.max(1, values.length);
};

/** Labels of the list's own that the sentence speaks of, as fields. */
const labelsNamed = (facts: readonly (readonly Fact[])[], { words, fields }: Intent): WantedField[] => {
  const names = new Set(
    facts
      .flat()
      .filter(({ source, concept }) => (source === "table" || source === "pair") && concept === null)
      .map(({ name }) => name),
  );
  const spoken = [...words, ...words.slice(1).map((word, index) => `${words[index]}${word}`)];
  const named = spoken.flatMap((word) => [word, word.replace(/s$/, "")]).filter((word) => names.has(word));
  return [...new Set(named)]
    .filter((name) => /^\p{L}/u.test(name) && !fields.some((field) => field.name.toLowerCase() === name))
    .map((name) => ({ name, concept: null, type: "string" }));
};

const schemaOf = (facts: readonly (readonly Fact[])[], intent: Intent): OutputSchema => {
  const { fields, words } = intent;
  const wanted = fields.length > 0 || words.length > 0 ? [...fields, ...labelsNamed(facts, intent)] : [];
  if (wanted.length > 0) return Object.fromEntries(wanted.map(({ name, type }) => [name, type]));
  const { content: _, ...described } = describeRecords(facts);
  const entries = Object.entries(described).filter(([name]) => !isExcluded(intent, name));
  // What the records are known by stands before the page's own labels.
  const known = entries.filter(([name]) => name === "title" || name === "url" || name === "price");
  return Object.fromEntries([...new Map([...known, ...entries])].slice(0, MAX_FIELDS));
};

/** Where a record lacks the one, the other is what was meant. */
const NEXT_BEST: Readonly<Record<string, readonly string[]>> = vocabulary.nextBest;

interface Told {
  readonly record: Element;
  readonly facts: readonly Fact[];
}
const itemOf = ({ record, facts }: Told, view: PageView, schema: OutputSchema): MatchedItem["item"] =>
  matchFields([...facts, ...lookFor(record, view, schema)], schema, view.context).item;

type Items = RecordList["items"];
const hasAny = (values: readonly unknown[]): boolean => values.some(isThere);

/** What no record has is read as the sentence calls it, or as what is next to it in meaning. */
const withNextBest = (items: Items, told: readonly Told[], { fields }: Intent, view: PageView): Items => {
  const lacking = fields.filter(({ name }) => !hasAny(items.map((item) => item[name])));
  return lacking.reduce((before, { name, type, concept, said }) => {
    const others = (NEXT_BEST[concept ?? ""] ?? []).filter(
      (other) => !fields.some((field) => field.concept === other),
    );
    for (const other of [...(said === undefined ? [] : [said]), ...others]) {
      const schema = { [other]: type };
      const found = told.map((record) => itemOf(record, view, schema)[other]);
      if (hasAny(found)) return before.map((item, index) => ({ ...item, [name]: found[index] ?? null }));
    }
    return before;
  }, items);
};

/** Each record is read once; readers that have nothing to say of 60 records from all over a list are not asked about the others. */
const readList = (view: PageView, { records }: Region, intent: Intent, limit: number): RecordList => {
  const taken = records.slice(0, limit);
  const patience = createPatience(() => true);
  const told: Told[] = [];
  for (const place of readingOrder(taken.length)) {
    const record = taken[place] as Element;
    told[place] = { record, facts: tellOf(record, view, patience) };
  }
  const schema = schemaOf(
    told.map(({ facts }) => facts),
    intent,
  );
  const items = told.map((record) => itemOf(record, view, schema));
  return { all: records, records: taken, schema, items: withNextBest(items, told, intent, view) };
};

export interface RatedList {
  /** Read in full when it is its turn. */
  readonly read: () => RecordList;
  /** Of the same page, comparable with each other. */
  readonly rating: number;
}

const once = <Value>(work: () => Value): (() => Value) => {
  let known: { readonly value: Value } | null = null;
  return () => {
    known ??= { value: work() };
    return known.value;
  };
};

/** The page's lists, the one that the sentence asks for first. */
export const findLists = (page: PageDocument, intent: Intent, now: number): RatedList[] => {
  const view = viewPage(page, now);
  const nouns = [intent.noun ?? "", ...intent.words]
    .map((word) => word.replace(/s$/, ""))
    .filter((word) => word.length > 3);
  const rated = listRegions(view)
    .slice(0, MAX_LISTS)
    .map((region) => {
      const sample = readList(view, region, intent, SAMPLE);
      const filled = intent.fields.length > 0 ? fill(sample.items) ** 2 : 1;
      const names = namesAround(region.records[0]);
      const named = nouns.some((noun) => names.includes(noun)) ? NAMED_BONUS : 1;
      return { region, rating: filled * Math.max(0, region.score) ** SCORE_POWER * named };
    });
  return rated
    .filter(({ rating }) => rating > 0)
    .sort((left, right) => right.rating - left.rating)
    .map(({ region, rating }) => ({
      read: once(() => readList(view, region, intent, MAX_RECORDS)),
      rating,
    }));
};

/** Whether two lists share elements. */
export const listsOverlap = (left: RecordList, right: RecordList): boolean => overlaps(left, right);
