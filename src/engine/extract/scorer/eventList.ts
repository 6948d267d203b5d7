/** Lists of events: documents of one day are one event, and what the page says once holds for every event. */
import type { Element } from "domhandler";
import type { OutputSchema } from "../../../contract/outputSchema.ts";
import type { Fact } from "../sources/facts.ts";
import type { CoerceContext } from "../values/coerce.ts";
import { parseSoleDate } from "../values/dates.ts";
import { isEmpty } from "../values/types.ts";
import { type Concept, conceptOf } from "../vocabulary/concepts.ts";
import { asksOfEvent, OF_DAY } from "./claims/events.ts";
import { type MatchContext, type MatchedItem, matchFields, type Provenance } from "./match.ts";
import { alignYears } from "./recordDay.ts";
import { groupEvents } from "./sameEvent.ts";

/**
 * Joins the facts of records of one event, if events are asked for: the agenda and the minutes of a meeting.
 *
 * @param read facts of each record
 */
export const joinEvents = (
  records: readonly Element[],
  read: readonly Fact[][],
  schema: OutputSchema | null,
  context: MatchContext,
): readonly Fact[][] => {
  const name = Object.keys(schema ?? {}).find((each) => OF_DAY.has(conceptOf(each)));
  const type = name && schema?.[name];
  if (!type || !asksOfEvent(schema)) return read;
  const facts = alignYears(read);
  const days = facts.map((own) => matchFields(own, { [name]: type }, context).item[name] ?? null);
  return groupEvents(records, days, context).map((own) => own.flatMap((at) => facts[at] ?? []));
};

const OF_PLACE: ReadonlySet<Concept | null> = new Set<Concept | null>(["location", "venue", "address"]);

/** A place of the page with less confidence is rarely that of its events: 7 of 12 above this were right, 2 of 16 below. */
const SURE = 0.6;
/** Confidence in a value of the page as that of one event, as a share of the confidence in it as the page's. */
const SHARED = 0.65;
const DOUBT = "the page gives it once, not for this record";

interface Shared {
  readonly name: string;
  readonly value: unknown;
  readonly provenance: Provenance;
}

const isTitle = (name: string): boolean => conceptOf(name) === "title";

/** Of some fields, those that the page gives, with their doubt. */
const sharedBy = ({ item, provenance }: MatchedItem, names: readonly string[]): readonly Shared[] =>
  names.flatMap((name) => {
    const own = provenance[name];
    if (!own || (!isTitle(name) && own.confidence < SURE)) return [];
    const confidence = Number((own.confidence * SHARED).toFixed(2));
    return [{ name, value: item[name], provenance: { ...own, confidence, doubt: DOUBT } }];
  });

/**
 * Completes events with what their page gives once: a place above the list, or the page's title where that of a record is only its
 * day. The doubt of these values says so. Over 139 lists of meetings, places right .093 → .199, titles .278 → .333.
 *
 * @param readPage reads the page as one item, which takes long on long lists: only called if an event lacks something
 */
export const completeEvents = (
  events: readonly MatchedItem[],
  readPage: () => MatchedItem | null,
  schema: OutputSchema | null,
  context: CoerceContext,
): readonly MatchedItem[] => {
  if (schema === null || !asksOfEvent(schema)) return events;
  const isMissing = ({ item }: MatchedItem, name: string): boolean => {
    const value = item[name];
    return (
      isEmpty(value) || (isTitle(name) && typeof value === "string" && parseSoleDate(value, context) !== null)
    );
  };
  const names = Object.keys(schema).filter(
    (name) => schema[name] === "string" && (isTitle(name) || OF_PLACE.has(conceptOf(name))),
  );
  const isComplete = events.every((event) => !names.some((name) => isMissing(event, name)));
  const page = isComplete ? null : readPage();
  if (page === null) return events;
  const shared = sharedBy(page, names);
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
