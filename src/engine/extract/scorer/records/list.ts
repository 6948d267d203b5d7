/** Extracts the items of a list page. */
import type { Element } from "domhandler";
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { chooseRecords } from "../../regions/choose.ts";
import { headerOf, withoutHeads } from "../../regions/columns.ts";
import { findPassages, type Passage } from "../../regions/passages.ts";
import type { Candidate } from "../../regions/rate.ts";
import type { Fact } from "../../sources/facts.ts";
import { flattenEntity } from "../../sources/markup/flatten.ts";
import { listAlike } from "../../sources/subject.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { lettersOf } from "../../values/text.ts";
import { isEmpty } from "../../values/types.ts";
import type { Concept } from "../../vocabulary/concepts.ts";
import { asksOfEvent } from "../claims/events.ts";
import { describeRecords, isTelling } from "../describe.ts";
import { preferMenus } from "../events/dayMenus.ts";
import { isGivenOnce, joinEvents } from "../events/eventList.ts";
import { type MatchedItem, matchFields } from "../match.ts";
import type { PageView } from "../pageFacts.ts";
import { readPageNumber } from "../pageNumber.ts";
import { createFit, createPatience, readingOrder } from "../patience.ts";
import { filledShare } from "./candidates.ts";
import type { Pair } from "./columnPairs.ts";
import { fillColumns, type NamedItems } from "./columns.ts";
import { fillGroupHeads } from "./groupHeads.ts";
import { GUESSED_PATH, guessColumns, isCalled } from "./guessColumns.ts";
import { fillOnlyLinks } from "./onlyLink.ts";
import { fillOwnNames } from "./ownName.ts";
import { withoutRanks } from "./ranks.ts";
import { factsOf, indexEntities } from "./rows.ts";
import { withoutShared } from "./sharedText.ts";

const IDENTIFYING: ReadonlySet<Concept | null> = new Set<Concept | null>([
  "title",
  "url",
  "date",
  "price",
  // Records about one subject can link to the same page and differ only in their text.
  "content",
]);

const isIdentifying = ({ source, concept }: Fact): boolean => source === "record" && IDENTIFYING.has(concept);

/** A key that identifies a record; null if it has no URL. */
const identify = (facts: readonly Fact[]): string | null => {
  const values = facts.filter(isIdentifying).map(({ concept, values: [value] }) => [concept, value]);
  return values.some(([concept]) => concept === "url") ? JSON.stringify(values) : null;
};

/** Drops repeated records: pages show a card twice, for wide and narrow screens or under two headings. */
const dropRepeated = (records: readonly Fact[][]): Fact[][] => {
  const seen = new Set<string>();
  return records.filter((facts) => {
    const key = identify(facts);
    if (key === null) return true;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
};

const MANY_TITLES = 3;
/** Just enough to keep the title if nothing else names the record. */
const COMMON_SHARE = 0.5;
/** Lowers confidence in a title that most records share: "View", "Download opinion". */
const doubtCommonTitles = (records: readonly Fact[][]): readonly Fact[][] => {
  const titles = records.map((facts) => lettersOf(facts.find(isOwnTitle)?.values[0]));
  const [[common = "", own = []] = []] = [...Map.groupBy(titles, (title) => title)].sort(
    ([, left], [, right]) => right.length - left.length,
  );
  if (common === "" || own.length < MANY_TITLES || own.length * 2 <= records.length) return records;
  return records.map((facts) =>
    facts.map((fact) =>
      isOwnTitle(fact) && lettersOf(fact.values[0]) === common
        ? { ...fact, confidence: fact.confidence * COMMON_SHARE }
        : fact,
    ),
  );
};
const isOwnTitle = ({ concept, source }: Fact): boolean => concept === "title" && source === "record";

const describePassage = ({ title, text, element }: Passage, view: PageView): MatchedItem => {
  const page = matchFields(readPageNumber(element, view.page), { page: "integer" }, view.context);
  const isPaged = !isEmpty(page.item.page);
  return {
    item: { ...(title !== null && { title }), ...(isPaged && page.item), content: text },
    provenance: {
      ...(title !== null && { title: { source: "content", confidence: 0.6, path: "heading" } }),
      ...(isPaged && page.provenance),
      content: { source: "content", confidence: 0.6, path: "beside the records" },
    },
  };
};

/** The records of the likeliest candidates; of events, the options of a menu of days if these are the list. */
const recordsOf = (
  candidates: readonly Candidate[],
  view: PageView,
  areEvents: boolean,
): readonly Element[] => {
  const found = chooseRecords(candidates, view.content, areEvents);
  return areEvents ? preferMenus(found, view.page.root, view.context) : found;
};

/** What each row says. Rows spread over the list are read first: they show which readers find nothing. */
const readRows = (rows: readonly Element[], view: PageView, schema: OutputSchema | null): Fact[][] => {
  const known = indexEntities(view.entities);
  const isWanted = schema === null ? isTelling : createFit(schema);
  const patience = createPatience((fact) => isWanted(fact) || isIdentifying(fact));
  const read: Fact[][] = [];
  for (const place of readingOrder(rows.length))
    read[place] = factsOf(rows[place] as Element, view, schema ?? {}, known, patience);
  return read;
};

/** For each record, the rows that it was joined from. */
const findOwnRows = (
  records: readonly Fact[][],
  rows: readonly Element[],
  read: readonly Fact[][],
): Element[][] => {
  const rowOf = new Map(read.flatMap((said, at) => said.map((fact) => [fact, rows[at] as Element])));
  return records.map((said) => [...new Set(said.flatMap((fact) => rowOf.get(fact) ?? []))]);
};

/** Whether a field of a list may be told by its place alone: events have their day and place in one record each. */
const createGuess =
  (schema: OutputSchema) =>
  (name: string): boolean =>
    !asksOfEvent(schema) || !isGivenOnce(name);

/** The items with the fields that have values in other records, at the same place, and with their own names. */
const fillNamed = (
  matched: readonly MatchedItem[],
  facts: readonly Fact[][],
  ownRows: readonly Element[][],
  schema: OutputSchema,
  view: PageView,
): NamedItems => {
  const first = ownRows.flatMap(([row]) => row ?? []);
  const elements = first.length === matched.length ? first : [];
  const placed = fillColumns(elements, matched, schema, view.context, createGuess(schema));
  return { elements, items: fillOwnNames(placed, facts, schema) };
};

/** The items with what no record names, and without what all say beside a value. */
const fillUnnamed = (
  { elements, items }: NamedItems,
  schema: OutputSchema,
  context: CoerceContext,
): readonly MatchedItem[] => {
  const headed = fillGroupHeads(elements, items, schema, context, { mayGuess: false });
  const linked = fillOnlyLinks(elements, headed, schema, context);
  const mayGuess = createGuess(schema);
  const guessed = guessColumns({ elements, items: linked }, schema, context, ({ name }) => mayGuess(name));
  const grouped = fillGroupHeads(elements, guessed, schema, context, { mayGuess: true });
  return withoutRanks(withoutShared(elements, grouped, schema), schema);
};

/** Items from the entities of the page's markup. */
const listEntities = (view: PageView, schema: OutputSchema | null): MatchedItem[] => {
  const described = listAlike(view.entities, view.titles).map(flattenEntity);
  return described.map((own) => matchFields(own, schema ?? describeRecords(described), view.context));
};

/** Reads a list's records under the fields asked for, or else under what they tell. */
const readRecords = (view: PageView, records: readonly Element[], schema: OutputSchema | null) => {
  const rows = withoutHeads(records);
  const read = readRows(rows, view, schema);
  const kept = dropRepeated(joinEvents(rows, read, schema, view));
  const facts = doubtCommonTitles(kept);
  const wanted = schema ?? describeRecords(facts);
  const matched = facts.map((own) => matchFields(own, wanted, view.context));
  const ownRows = findOwnRows(kept, rows, read);
  return {
    ownRows,
    named:
      schema === null ? { items: matched, elements: [] } : fillNamed(matched, facts, ownRows, schema, view),
  };
};

/** The items of the likeliest candidates, as far as their records name the fields. */
export const readNamedItems = (
  view: PageView,
  candidates: readonly Candidate[],
  schema: OutputSchema,
): NamedItems => readRecords(view, recordsOf(candidates, view, asksOfEvent(schema)), schema).named;

/** Candidates that are tried, by looks. */
const MAX_GUESSED = 4;
/** A list of which nothing is named needs so many columns with such a confidence. Set by hand. */
const GUESSED = { columns: 2, confidence: 0.3 } as const;
const MIN_RECORDS = 3;
/**
 * Items of a list of which no record names a field: of the first candidate with enough columns that are likely fields, one of which is
 * called like its field, or means the like.
 *
 * @param candidates by looks
 */
export const guessList = (
  view: PageView,
  candidates: readonly Candidate[],
  schema: OutputSchema,
): readonly MatchedItem[] => {
  const mayGuess = createGuess(schema);
  for (const candidate of candidates.slice(0, MAX_GUESSED)) {
    const { named } = readRecords(view, recordsOf([candidate], view, asksOfEvent(schema)), schema);
    const called = new Set<string>();
    const note = (pair: Pair): boolean => {
      if (isCalled(pair)) called.add(pair.name);
      return mayGuess(pair.name);
    };
    const items = guessColumns(named, schema, view.context, note, false).filter(
      (item) => filledShare(item) > 0,
    );
    const sure = Object.keys(schema).filter((name) =>
      items.some(
        ({ provenance: { [name]: origin } }) =>
          origin?.path === GUESSED_PATH && origin.confidence >= GUESSED.confidence,
      ),
    );
    const isEnough = sure.length >= GUESSED.columns && sure.some((name) => called.has(name));
    if (items.length >= MIN_RECORDS && isEnough) return items;
  }
  return [];
};

/** Items from the page's records, or else from entities in its markup; empty if there are none. */
export const extractList = (
  view: PageView,
  candidates: readonly Candidate[],
  schema: OutputSchema | null,
): MatchedItem[] => {
  const records = recordsOf(candidates, view, schema !== null && asksOfEvent(schema));
  const { named, ownRows } = readRecords(view, records, schema);
  const filled = schema === null ? named.items : fillUnnamed(named, schema, view.context);
  const items = filled.map((item, at) => {
    const { length } = ownRows[at] ?? [];
    return length > 1 ? { ...item, rows: length } : item;
  });
  // A text beside a table has none of its columns.
  const isTable = records.some((record) => headerOf(record) !== null);
  if (schema === null && items.length > 0 && !isTable)
    items.push(...findPassages(view.content, records).map((passage) => describePassage(passage, view)));
  const shown = items.filter((item) => filledShare(item) > 0);
  return shown.length > 0 ? shown : listEntities(view, schema);
};
