/** The lists of a page with the values of their records, which selectors are written for. */
import type { Element } from "domhandler";
import type { DescribedSchema, OutputSchema } from "../../../contract/fields/outputSchema.ts";
import type { CoerceContext, PageDocument } from "../../extract/extract.ts";
import { describeRecords } from "../../extract/scorer/describe.ts";
import { matchFields } from "../../extract/scorer/match.ts";
import { readAsked } from "../../extract/scorer/otherNames.ts";
import { type PageView, viewPage } from "../../extract/scorer/pageFacts.ts";
import { createInterest, createPatience, readingOrder } from "../../extract/scorer/patience.ts";
import type { Pair } from "../../extract/scorer/records/columnPairs.ts";
import { fillColumns } from "../../extract/scorer/records/columns.ts";
import { guessColumns, meansTexts } from "../../extract/scorer/records/guessColumns.ts";
import { createRecordReader } from "../../extract/scorer/records/rows.ts";
import type { Fact } from "../../extract/sources/facts.ts";
import { conceptOf } from "../../extract/vocabulary/concepts.ts";
import { isThere } from "../draft.ts";
import { type Intent, isExcluded } from "../intent.ts";
import vocabulary from "../vocabulary/fields.json" with { type: "json" };
import { listRegions } from "./regions.ts";

/** A list of the page. */
export interface RecordList {
  /** All of its records: a selector has to match them. */
  readonly all: readonly Element[];
  /** The first records, which were read. */
  readonly records: readonly Element[];
  readonly schema: OutputSchema;
  /** One for each record, following the schema. */
  readonly items: readonly Readonly<Record<string, unknown>>[];
  /** Fields that nothing names, read by the place of their column. */
  readonly doubted: readonly string[];
}

const MAX_RECORDS = 1_000;
const MAX_LISTS = 10;
const SAMPLE = 8;
/** Weight of a region's score against how well its records fill the fields. */
const SCORE_POWER = 0.75;
const MAX_FIELDS = 14;

const schemaOf = (facts: readonly (readonly Fact[])[], intent: Intent): OutputSchema => {
  const { fields } = intent;
  if (fields.length > 0) return Object.fromEntries(fields.map(({ name, type }) => [name, type]));
  const { content: _, ...described } = describeRecords(facts);
  const entries = Object.entries(described).filter(([name]) => !isExcluded(intent, name));
  // Identifying fields come before the page's own labels.
  const known = entries.filter(([name]) => name === "title" || name === "url" || name === "price");
  return Object.fromEntries([...new Map([...known, ...entries])].slice(0, MAX_FIELDS));
};

/** The schema with what the sentence says of its fields. */
const describeSchema = (schema: OutputSchema, { fields }: Intent): DescribedSchema =>
  Object.fromEntries(
    Object.entries(schema).map(([name, type]) => {
      const description = fields.find((field) => field.name === name)?.description;
      return [name, description === undefined || typeof type !== "string" ? type : { type, description }];
    }),
  );

/** Concepts to fall back to if no record has the requested one. */
const NEXT_BEST: Readonly<Record<string, readonly string[]>> = vocabulary.nextBest;

type Item = RecordList["items"][number];
const hasAny = (values: readonly unknown[]): boolean => values.some(isThere);

/** Reads fields that no record has by the sentence's own word for them, or as a related concept. */
const withNextBest = (
  items: readonly Item[],
  { fields }: Intent,
  read: (schema: OutputSchema) => readonly Item[],
): readonly Item[] => {
  const lacking = fields.filter(({ name }) => !hasAny(items.map((item) => item[name])));
  const asked = Object.fromEntries(fields.map(({ name, type }) => [name, type]));
  return lacking.reduce((before, { name, type, concept, said }) => {
    const own = concept === null || conceptOf(name) === concept ? [] : [concept];
    const others = (NEXT_BEST[concept ?? ""] ?? []).filter(
      (other) => !fields.some((field) => field.concept === other),
    );
    for (const other of [...(said === undefined ? [] : [said]), ...own, ...others]) {
      // With the other fields: what one of them has is not this one, too.
      const found = read({ ...asked, [other]: type }).map((item) => item[other]);
      if (hasAny(found)) return before.map((item, index) => ({ ...item, [name]: found[index] ?? null }));
    }
    return before;
  }, items);
};

/** The schema in which names that no record has, but that its links say, are those links: "Agenda", "Minutes". */
const withLinks = (
  schema: OutputSchema,
  items: readonly Item[],
  { fields }: Intent,
  read: (schema: OutputSchema) => readonly Item[],
): OutputSchema => {
  const isLacking = (name: string): boolean => !hasAny(items.map((item) => item[name]));
  const asked = fields.filter(
    ({ name, concept, type }) => concept === null && type === "string" && isLacking(name),
  );
  if (asked.length === 0) return schema;
  const found = read(Object.fromEntries(asked.map(({ name }) => [name, "url"])));
  const linked = asked.filter(({ name }) => hasAny(found.map((item) => item[name])));
  return { ...schema, ...Object.fromEntries(linked.map(({ name }) => [name, "url"])) };
};

/** Whether what a reader says can fill a field that is asked for, or its next best; always if nothing is asked for. */
const createNeed = (intent: Intent) => {
  const { fields } = intent;
  if (fields.length === 0) return () => true;
  const asked = Object.fromEntries(fields.map(({ name, type }) => [name, type]));
  const others = fields.flatMap(({ concept, said }) => [
    ...(said ? [said] : []),
    ...(NEXT_BEST[concept ?? ""] ?? []),
  ]);
  const next = Object.fromEntries(others.map((name) => [name, "string"] as const));
  return createInterest({ ...readAsked(describeSchema(asked, intent), "").schema, ...next });
};

/** Reads each record once. Readers that find nothing in 60 records from across the list skip the others. */
const readList = (view: PageView, all: readonly Element[], intent: Intent, most: number): RecordList => {
  const records = all.slice(0, most);
  const patience = createPatience(() => true, createNeed(intent));
  const reader = createRecordReader(view);
  const facts: Fact[][] = [];
  for (const place of readingOrder(records.length))
    facts[place] = reader.tell(records[place] as Element, patience);
  const schema = schemaOf(facts, intent);
  const read = (wanted: OutputSchema): Item[] => {
    const asked = readAsked(describeSchema(wanted, intent), "");
    const context = { ...view.context, otherNames: asked.otherNames };
    const matched = records.map((record, at) => {
      const own = facts[at] ?? [];
      return matchFields([...own, ...reader.ask(record, own, asked.schema)], asked.schema, context);
    });
    const isAsked = intent.fields.length > 0;
    // What its place alone tells is filled last: see `withDoubted`.
    const placed = isAsked ? fillColumns(records, matched, asked.schema, context, () => false) : matched;
    return placed.map(({ item }) => item);
  };
  const items = read(schema);
  const linked = withLinks(schema, items, intent, read);
  const known = linked === schema ? items : read(linked);
  const named = { all, records, schema: linked, items: withNextBest(known, intent, read), doubted: [] };
  // What the records' own pages may name is read there.
  return most > SAMPLE && intent.inner === null ? withDoubted(named, intent, view.context) : named;
};

/** The list with the fields that were asked for by name and that only the place of a column tells. */
const withDoubted = (list: RecordList, { fields }: Intent, context: CoerceContext): RecordList => {
  const { records, schema } = list;
  // A word of the sentence that may be no field needs more than the place of a column.
  const isAsked = (pair: Pair): boolean =>
    fields.some(
      ({ name, isImplied, isGuess }) => name === pair.name && !isImplied && (!isGuess || meansTexts(pair)),
    );
  const items = list.items.map((item) => ({ item, provenance: {} }));
  const guessed = guessColumns({ elements: records, items }, schema, context, isAsked);
  const doubted = Object.keys(schema).filter((name) =>
    guessed.some(({ provenance }) => Object.hasOwn(provenance, name)),
  );
  return { ...list, items: guessed.map(({ item }) => item), doubted };
};

/** Share of the fields' values that are filled. */
const fillOf = ({ items }: RecordList): number => {
  const values = items.flatMap((item) => Object.values(item));
  return values.filter(isThere).length / Math.max(1, values.length);
};

export interface RatedList {
  /** Reads the list in full, on demand. */
  readonly read: () => RecordList;
  /** Comparable between lists of the same page only. */
  readonly rating: number;
}

/** The page's lists, best match for the sentence first. */
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
