/** Lists of events: records of one event are joined, and what the page says once holds for every event. */
import type { Element } from "domhandler";
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import type { Block } from "../../page/blocks.ts";
import { lineText } from "../../page/lines.ts";
import { elementsBy } from "../../page/tags.ts";
import { textOf } from "../../page/text.ts";
import { outward } from "../../page/tree.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import { countSpaced } from "../../values/text.ts";
import { isEmpty } from "../../values/types.ts";
import { type Concept, conceptOf } from "../../vocabulary/concepts.ts";
import { asksOfEvent, OF_DAY } from "../claims/events.ts";
import { type MatchContext, type MatchedItem, matchFields, type Provenance } from "../match.ts";
import type { PageView } from "../pageFacts.ts";
import { createAbove, createSections } from "./eventHeads.ts";
import { findPagePlace, findRecordPlace } from "./eventPlace.ts";
import { findGathering, GIVEN_ONCE, readEventTitle } from "./eventTitle.ts";
import { namingWords, timesOf } from "./eventWords.ts";
import { alignYears, takeYears } from "./recordDay.ts";
import { groupEvents } from "./sameEvent.ts";

const OF_PLACE: ReadonlySet<Concept | null> = new Set<Concept | null>(["location", "venue", "address"]);
const isTitle = (name: string): boolean => conceptOf(name) === "title";
const isPlace = (name: string): boolean => OF_PLACE.has(conceptOf(name));

/** Whether a field is an event's title or place, for which what the page gives once is likelier than a text left over. */
export const isGivenOnce = (name: string): boolean => isTitle(name) || isPlace(name);

/** Confidence in a line that has the form of a place, without a label. */
const OF_LINE = 0.55;
/**
 * The place in the lines of an event's records, unless the facts give one that is as sure and as long; if neither has one, that of
 * the texts above.
 */
const readPlace = (
  records: readonly Element[],
  facts: readonly Fact[],
  name: string,
  readSection: () => readonly Block[],
  context: MatchContext,
): readonly Fact[] => {
  const { item, provenance } = matchFields(facts, { [name]: "string" }, context);
  const known = typeof item[name] === "string" ? item[name] : "";
  const sure = provenance[name]?.confidence ?? 0;
  if (sure >= OF_PLACE_SURE) return [];
  const titles = facts.flatMap(({ concept, values: [value] }) =>
    concept === "title" && typeof value === "string" ? [value] : [],
  );
  const found = findRecordPlace(records, titles, context);
  if (found === null && known === "") {
    const held = findPagePlace(readSection(), isFrame, context);
    const fact = makeFact("content", name, [held], {
      concept: conceptOf(name),
      path: "heading of its group",
    });
    return held === null ? [] : [{ ...fact, confidence: OF_SECTION, doubt: GIVEN_ONCE }];
  }
  if (found === null || (known !== "" && countSpaced(found) <= countSpaced(known))) return [];
  const fact = makeFact("record", name, [found], { concept: conceptOf(name), path: "line" });
  return [{ ...fact, confidence: Math.max(OF_LINE, sure + ABOVE) }];
};
const OF_PLACE_SURE = 0.7;
/** Confidence in the place that the texts above a record give for its group. */
const OF_SECTION = 0.5;
const ABOVE = 0.01;

/**
 * Joins the facts of records of one event, if events are asked for: the agenda and the minutes of a meeting.
 *
 * @param read facts of each record
 */
export const joinEvents = (
  records: readonly Element[],
  read: readonly Fact[][],
  schema: OutputSchema | null,
  { page, content, context }: Pick<PageView, "page" | "content" | "context">,
): readonly Fact[][] => {
  const name = Object.keys(schema ?? {}).find((each) => OF_DAY.has(conceptOf(each)));
  const type = name && schema?.[name];
  if (schema === null || !type || !asksOfEvent(schema)) return read;
  const above = createAbove(records, page.root);
  const sectionOf = createSections(records, content.blocks);
  const facts = alignYears(takeYears(read, (at) => above(records[at] as Element)));
  const days = facts.map((own) => matchFields(own, { [name]: type }, context).item[name] ?? null);
  const place = Object.keys(schema).find((each) => isPlace(each) && schema[each] === "string");
  const title = Object.keys(schema).find((each) => isTitle(each) && schema[each] === "string");
  return groupEvents(records, days, context).map((own) => {
    const said = own.flatMap((at) => facts[at] ?? []);
    const members = own.flatMap((at) => records[at] ?? []);
    const titled = title === undefined ? said : readEventTitle(members, said, title, context, above);
    if (place === undefined) return titled;
    const [first] = members;
    const section = () => (first ? sectionOf(first) : []);
    return [...titled, ...readPlace(members, titled, place, section, context)];
  });
};

/**
 * Whether events are asked for, and what was found can be parts of the page's one event: few records, not each with a day, no two
 * days, and few times of day.
 *
 * @param records of the likeliest list
 * @param readPage reads the page as one item
 */
export const saysOneDay = (
  items: readonly MatchedItem[],
  records: readonly Element[],
  readPage: () => MatchedItem | null,
  schema: OutputSchema | null,
): boolean => {
  const name = Object.keys(schema ?? {}).find((each) => OF_DAY.has(conceptOf(each)));
  if (schema === null || name === undefined || !asksOfEvent(schema)) return false;
  const days = items.flatMap(({ item }) => item[name] ?? []);
  if (items.length > MAX_PARTS || days.length === items.length || new Set(days).size > 1) return false;
  const times = new Set(records.flatMap((record) => timesOf(lineText(record)).slice(0, 1)));
  return times.size * 2 < records.length && !isEmpty(readPage()?.item[name]);
};

/** Lists of more records are rather of events than of the parts of one. */
const MAX_PARTS = 4;

/** A place of the page with less confidence is rarely that of its events: 7 of 12 above this were right, 2 of 16 below. */
const SURE = 0.6;
/** Confidence in a value of the page as that of one event, as a share of the confidence in it as the page's. */
const SHARED = 0.65;

const HELD: Provenance = {
  source: "content",
  confidence: 0.5,
  path: "where meetings are held",
  doubt: GIVEN_ONCE,
};

const isFrame = ({ box }: Block): boolean =>
  outward(box.element).some(({ name }) => name === "nav" || name === "footer");

interface Shared {
  readonly name: string;
  readonly value: unknown;
  readonly provenance: Provenance;
}

/** Of some fields, those that the page gives, with their doubt. */
const sharedBy = ({ item, provenance }: MatchedItem, names: readonly string[]): readonly Shared[] =>
  names.flatMap((name) => {
    const own = provenance[name];
    if (!own || (!isTitle(name) && own.confidence < SURE)) return [];
    const confidence = Number((own.confidence * SHARED).toFixed(2));
    return [{ name, value: item[name], provenance: { ...own, confidence, doubt: GIVEN_ONCE } }];
  });

/**
 * Completes events with what their page gives once: where its meetings are held, or its title where a record has only its day.
 * The doubt of these values says so.
 *
 * @param readPage reads the page as one item, which takes long on long lists: only called if an event lacks something
 */
export const completeEvents = (
  events: readonly MatchedItem[],
  readPage: () => MatchedItem | null,
  schema: OutputSchema | null,
  { page: { root }, content, context }: Pick<PageView, "page" | "content" | "context">,
): readonly MatchedItem[] => {
  if (schema === null || !asksOfEvent(schema)) return events;
  const isMissing = ({ item }: MatchedItem, name: string): boolean => {
    const value = item[name];
    return (
      isEmpty(value) ||
      (isTitle(name) && typeof value === "string" && namingWords(value, context).length === 0)
    );
  };
  const names = Object.keys(schema).filter(
    (name) => schema[name] === "string" && (isTitle(name) || isPlace(name)),
  );
  if (events.every((event) => !names.some((name) => isMissing(event, name)))) return events;
  const held = names.some(isPlace) ? findPagePlace(content.blocks, isFrame, context) : null;
  const page = readPage() ?? { item: {}, provenance: {} };
  /** Whether the records of some events have it: then it is not the page's, and another event lacks it. */
  const isOwn = ({ name, value }: Pick<Shared, "name" | "value">): boolean =>
    isPlace(name) && events.some(({ item }) => String(item[name] ?? "").includes(String(value)));
  const headings = ["h1", "h2", "title"].flatMap((tag) => elementsBy(root, "tag", tag).map(textOf));
  const shared = [
    ...(held === null ? [] : names.filter(isPlace).map((name) => ({ name, value: held, provenance: HELD }))),
    ...sharedBy(page, held === null ? names : names.filter(isTitle)).map((each) =>
      isTitle(each.name)
        ? { ...each, value: findGathering([String(each.value), ...headings], context) ?? each.value }
        : each,
    ),
  ].filter((each) => !isOwn(each));
  return events.map((event) =>
    shared
      .filter(({ name }) => isMissing(event, name))
      .reduce(
        ({ item, provenance, ...rest }, { name, value, provenance: own }) => ({
          ...rest,
          item: { ...item, [name]: value },
          provenance: { ...provenance, [name]: own },
        }),
        event,
      ),
  );
};

/** What to tell if rows of the page are not items of their own; null if all are. */
export const tellJoined = (items: readonly MatchedItem[]): string | null => {
  const joined = items.flatMap(({ rows }) => rows ?? []);
  if (joined.length === 0) return null;
  const rows = joined.reduce((sum, each) => sum + each, 0);
  const given = joined.length === 1 ? "one item" : `${joined.length} items`;
  return `${rows} rows of the page were combined into ${given}, because several are about the same event, such as its agenda and its minutes.`;
};
