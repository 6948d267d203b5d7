/** Extracts the items of a list page. */
import { cloneNode, type Element } from "domhandler";
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { lineText } from "../../page/lines.ts";
import { chooseRecords } from "../../regions/choose.ts";
import { headerOf, readColumns, withoutHeads } from "../../regions/columns.ts";
import { createCrowd, findDayRegions } from "../../regions/days.ts";
import { findPassages, type Passage } from "../../regions/passages.ts";
import { byWorth, type Candidate, rateRegions } from "../../regions/rate.ts";
import { isAround, type Region, rateBeside } from "../../regions/regions.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import type { Entity } from "../../sources/markup/entities.ts";
import { flattenEntity } from "../../sources/markup/flatten.ts";
import { listAlike } from "../../sources/subject.ts";
import { evenly } from "../../values/evenly.ts";
import { lettersOf } from "../../values/text.ts";
import { isEmpty } from "../../values/types.ts";
import { type Concept, conceptOf } from "../../vocabulary/concepts.ts";
import { remembered } from "../../vocabulary/remember.ts";
import { asksOfEvent } from "../claims/events.ts";
import { describeRecords, isTelling } from "../describe.ts";
import { preferMenus } from "../events/dayMenus.ts";
import { isGivenOnce, joinEvents } from "../events/eventList.ts";
import { isDay, readRecordDay } from "../events/recordDay.ts";
import { readLinks, readLinksOf } from "../links.ts";
import { type MatchedItem, matchFields } from "../match.ts";
import { readNamed } from "../named.ts";
import type { PageView } from "../pageFacts.ts";
import { readPageNumber } from "../pageNumber.ts";
import { createFit, createFocus, createPatience, ENDLESS, type Patience, readingOrder } from "../patience.ts";
import { fillColumns } from "./columns.ts";
import { readCounts } from "./counts.ts";
import { readOnlyList } from "./onlyList.ts";
import { fillOwnNames } from "./ownName.ts";
import { readRecord } from "./record.ts";

const SAMPLE = 6;
const MAX_CANDIDATES = 12;

/** Entities of the page by name: structured data about records that the page shows. */
const indexEntities = (entities: readonly Entity[]): ReadonlyMap<string, Entity> =>
  new Map(
    entities
      .map((entity) => [lettersOf(entity.properties.name ?? entity.properties.headline), entity] as const)
      .filter(([name]) => name !== ""),
  );

/**
 * A record without an element of its own is cloned, so that a reader climbing to its ancestors does not read the
 * whole page every time.
 */
const isolate = (record: Element): Element => (record.parent === null ? cloneNode(record, true) : record);

/** What a record says, whatever is asked for. */
const tellRecord = (
  of: Element,
  record: Element,
  view: PageView,
  known: ReadonlyMap<string, Entity>,
  patience: Patience,
): Fact[] => {
  const facts = readRecord(record, view.context, readColumns(of), patience);
  const title = facts.find(({ concept }) => concept === "title")?.values[0];
  const entity = known.get(lettersOf(title));
  return [
    ...facts,
    ...(entity ? flattenEntity(entity) : []),
    ...(facts.some((fact) => isDay(fact, view.context))
      ? []
      : patience.ask(readRecordDay, () => readRecordDay(of, record, view), ["date"])),
    ...readPageNumber(of, view.page),
    makeFact("record", "content", [lineText(record)], { concept: "content", factor: 0.7, path: "text" }),
  ];
};

/** What a record says under the names of the fields asked for. */
const readAskedFacts = (
  record: Element,
  facts: readonly Fact[],
  schema: OutputSchema,
  view: PageView,
  patience: Patience,
): Fact[] => [
  ...patience.ask(readNamed, () => readNamed(record, schema)),
  ...patience.ask(readCounts, () => readCounts(record, schema)),
  ...patience.ask(readOnlyList, () => readOnlyList(record, schema)),
  ...patience.ask(readLinks, () => [
    ...readLinks([record], schema),
    ...readLinksOf(
      record,
      schema,
      (name) => matchFields(facts, { [name]: "string" }, view.context).item[name],
    ),
  ]),
];

/** Reads the records of a page's lists: the one reader behind `/extract` and `/generate`. */
export const createRecordReader = (view: PageView) => {
  const known = indexEntities(view.entities);
  return {
    tell: (record: Element, patience: Patience): Fact[] =>
      tellRecord(record, isolate(record), view, known, patience),
    /** @param facts as returned by `tell` */
    ask: (record: Element, facts: readonly Fact[], schema: OutputSchema, patience = ENDLESS): Fact[] =>
      readAskedFacts(isolate(record), facts, schema, view, patience),
  };
};

const factsOf = (
  of: Element,
  view: PageView,
  schema: OutputSchema,
  known: ReadonlyMap<string, Entity>,
  patience: Patience,
): Fact[] => {
  const record = isolate(of);
  const facts = tellRecord(of, record, view, known, patience);
  return [...facts, ...readAskedFacts(record, facts, schema, view, patience)];
};

const filledShare = ({ item }: MatchedItem, names = Object.keys(item)): number =>
  names.filter((name) => !isEmpty(item[name])).length / Math.max(1, names.length);

/** What every list of links has: menus, archives and members fill these fields too. */
export const COMMON: ReadonlySet<Concept | null> = new Set<Concept | null>([
  "title",
  "url",
  "image",
  "content",
]);

/** Some of a list's records, spread over it. */
export const sampleOf = ({ records }: Region): Element[] => evenly(records, SAMPLE);

/** A candidate with what some of its records, spread over it, have of the requested fields. */
export interface FilledCandidate extends Candidate {
  /** Empty if no fields are requested. */
  readonly sample: readonly MatchedItem[];
}

const asksDay = (schema: OutputSchema): boolean =>
  Object.keys(schema).some((name) => conceptOf(name) === "date");

/** Regions that can be the list, the likeliest first. With a schema, only those that fill some of it. */
export const findCandidates = (
  view: PageView,
  regions: readonly Region[],
  schema: OutputSchema | null,
): FilledCandidate[] => {
  if (schema === null)
    return byWorth(rateRegions(regions)).map((candidate) => ({ ...candidate, sample: [] }));
  const days = asksDay(schema) ? findDayRegions(view.content, view.context, asksOfEvent(schema)) : [];
  const rated = [...rateRegions(regions), ...rateRegions(rateBeside(days, regions))];
  const known = indexEntities(view.entities);
  const focus = createFocus(schema);
  // Candidates share records: a list and its wrapper, or groups merged into one list.
  const read = remembered((record: Element) =>
    matchFields(factsOf(record, view, schema, known, focus), schema, view.context),
  );
  const telling = Object.keys(schema).filter((name) => !COMMON.has(conceptOf(name)));
  const shareCrowded = createCrowd(days, view.context);
  const rate = (candidate: Candidate): FilledCandidate => {
    const records = sampleOf(candidate.region);
    const sample = records.map(read);
    const meanOf = (names?: string[]): number =>
      sample.reduce((sum, item) => sum + filledShare(item, names), 0) / sample.length;
    return {
      ...candidate,
      filled: meanOf(),
      filledTelling: telling.length === 0 ? null : meanOf(telling),
      crowded: days.some((own) => isAround(candidate.region, own))
        ? 1
        : shareCrowded(candidate.region.records),
      sample,
    };
  };
  return byWorth(byWorth(rated).slice(0, MAX_CANDIDATES).map(rate)).filter(({ filled }) => (filled ?? 0) > 0);
};

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

/** Items from the page's records, or else from entities in its markup; empty if there are none. */
export const extractList = (
  view: PageView,
  candidates: readonly Candidate[],
  schema: OutputSchema | null,
): MatchedItem[] => {
  const known = indexEntities(view.entities);
  const areEvents = schema !== null && asksOfEvent(schema);
  const found = chooseRecords(candidates, view.content, areEvents);
  const records = areEvents ? preferMenus(found, view.page.root, view.context) : found;
  const heads = new Set(records.map(headerOf).filter((head) => head !== null));
  const rows = withoutHeads(records);
  const isWanted = schema === null ? isTelling : createFit(schema);
  const patience = createPatience((fact) => isWanted(fact) || isIdentifying(fact));
  const read: Fact[][] = [];
  for (const place of readingOrder(rows.length))
    read[place] = factsOf(rows[place] as Element, view, schema ?? {}, known, patience);
  const kept = dropRepeated(joinEvents(rows, read, schema, view));
  const facts = doubtCommonTitles(kept);
  const wanted = schema ?? describeRecords(facts);
  const matched = facts.map((own) => matchFields(own, wanted, view.context));
  const rowOf = new Map(read.flatMap((said, at) => said.map((fact) => [fact, rows[at] as Element])));
  const owners = kept.map((said) => [...new Set(said.flatMap((fact) => rowOf.get(fact) ?? []))]);
  const own = owners.flatMap(([first]) => first ?? []);
  const isPlaced = schema !== null && own.length === matched.length;
  const mayGuess = (name: string): boolean => !areEvents || !isGivenOnce(name);
  const placed = isPlaced ? fillColumns(own, matched, wanted, view.context, mayGuess) : matched;
  const filled = schema === null ? placed : fillOwnNames(placed, facts, wanted, view);
  const items = filled.map((item, at) => {
    const { length } = owners[at] ?? [];
    return length > 1 ? { ...item, rows: length } : item;
  });
  // A text beside a table has none of its columns.
  if (schema === null && items.length > 0 && heads.size === 0)
    items.push(...findPassages(view.content, records).map((passage) => describePassage(passage, view)));
  const shown = items.filter((item) => filledShare(item) > 0);
  if (shown.length > 0) return shown;
  const entities = listAlike(view.entities, view.titles);
  const described = entities.map(flattenEntity);
  return described.map((own) => matchFields(own, schema ?? describeRecords(described), view.context));
};
