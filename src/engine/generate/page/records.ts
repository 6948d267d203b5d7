/** The lists of a page with what each of their records holds: what selectors are written for. */
import type { Element } from "domhandler";
import type { OutputSchema } from "../../../contract/outputSchema.ts";
import { type PageDocument, textOf } from "../../extract/extract.ts";
import { readColumns } from "../../extract/regions/columns.ts";
import { describeRecords } from "../../extract/scorer/describe.ts";
import { matchFields } from "../../extract/scorer/match.ts";
import { readNamed } from "../../extract/scorer/named.ts";
import { type PageView, viewPage } from "../../extract/scorer/pageFacts.ts";
import { createPatience, type Patience, readingOrder } from "../../extract/scorer/patience.ts";
import { readRecord } from "../../extract/scorer/record.ts";
import { type Fact, makeFact } from "../../extract/sources/facts.ts";
import { isThere } from "../draft.ts";
import { type Intent, isExcluded } from "../sentence/intent.ts";
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
const SAMPLE = 8;
/** How much the size of a list counts beside how well it fits. */
const SCORE_POWER = 0.75;
const MAX_FIELDS = 14;

/** What a record says, whatever is asked for. */
const tellOf = (record: Element, view: PageView, patience: Patience): Fact[] => [
  ...readRecord(record, view.context, record.name === "tr" ? readColumns(record) : [], patience),
  makeFact("record", "content", [textOf(record)], { concept: "content", path: "text" }),
];

const schemaOf = (facts: readonly (readonly Fact[])[], intent: Intent): OutputSchema => {
  const { fields } = intent;
  if (fields.length > 0) return Object.fromEntries(fields.map(({ name, type }) => [name, type]));
  const { content: _, ...described } = describeRecords(facts);
  const entries = Object.entries(described).filter(([name]) => !isExcluded(intent, name));
  // What the records are known by stands before the page's own labels.
  const known = entries.filter(([name]) => name === "title" || name === "url" || name === "price");
  return Object.fromEntries([...new Map([...known, ...entries])].slice(0, MAX_FIELDS));
};

/** Where a record lacks the one, the other is what was meant. */
const NEXT_BEST: Readonly<Record<string, readonly string[]>> = vocabulary.nextBest;

type Item = RecordList["items"][number];
const hasAny = (values: readonly unknown[]): boolean => values.some(isThere);

/** What no record has is read as the sentence calls it, or as what is next to it in meaning. */
const withNextBest = (
  items: readonly Item[],
  { fields }: Intent,
  read: (schema: OutputSchema) => readonly Item[],
): readonly Item[] => {
  const lacking = fields.filter(({ name }) => !hasAny(items.map((item) => item[name])));
  return lacking.reduce((before, { name, type, concept, said }) => {
    const others = (NEXT_BEST[concept ?? ""] ?? []).filter(
      (other) => !fields.some((field) => field.concept === other),
    );
    for (const other of said === undefined ? others : [said, ...others]) {
      const found = read({ [other]: type }).map((item) => item[other]);
      if (hasAny(found)) return before.map((item, index) => ({ ...item, [name]: found[index] ?? null }));
    }
    return before;
  }, items);
};

/** Each record is read once; readers that have nothing to say of 60 records from all over a list are not asked about the others. */
const readList = (view: PageView, all: readonly Element[], intent: Intent, most: number): RecordList => {
  const records = all.slice(0, most);
  const patience = createPatience(() => true);
  const facts: Fact[][] = [];
  for (const place of readingOrder(records.length))
    facts[place] = tellOf(records[place] as Element, view, patience);
  const schema = schemaOf(facts, intent);
  const read = (wanted: OutputSchema): Item[] =>
    records.map((record, at) => {
      const named = readNamed(record, wanted);
      return matchFields([...(facts[at] ?? []), ...named], wanted, view.context).item;
    });
  return { all, records, schema, items: withNextBest(read(schema), intent, read) };
};

/** Share of the fields that the records have. */
const fillOf = ({ items }: RecordList): number => {
  const values = items.flatMap((item) => Object.values(item));
  return values.filter(isThere).length / Math.max(1, values.length);
};

export interface RatedList {
  /** Read in full when it is its turn. */
  readonly read: () => RecordList;
  /** Of the same page, comparable with each other. */
  readonly rating: number;
}

/** The page's lists, the one that the sentence asks for first. */
export const findLists = (page: PageDocument, intent: Intent, now: number): RatedList[] => {
  const view = viewPage(page, now);
  return listRegions(view)
    .slice(0, MAX_LISTS)
    .map(({ records, score }) => {
      const filled = intent.fields.length > 0 ? fillOf(readList(view, records, intent, SAMPLE)) ** 2 : 1;
      const rating = filled * Math.max(0, score) ** SCORE_POWER;
      return { read: () => readList(view, records, intent, MAX_RECORDS), rating };
    })
    .filter(({ rating }) => rating > 0)
    .sort((left, right) => right.rating - left.rating);
};
