/** Lists of public meetings: the number of records, and the day, title and place of some of them. */
import { type ExtractedData, extractData, type OutputSchema } from "../../../src/engine/extract/extract.ts";
import { bare } from "../compare.ts";
import { mean, wordF1, wordsOf } from "../measures.ts";
import { type Entry, NOW, parseEntry } from "../sets.ts";

interface Meeting {
  readonly day: string | null;
  readonly title: string | null;
  readonly place: string;
  /** Spellings of the place. */
  readonly location: readonly string[];
}

export interface EventTruth {
  /** Number of records on the page; null if it is not known. */
  readonly count: number | null;
  /** The day on which the page was stored. */
  readonly saved: string | null;
  readonly records: readonly Meeting[];
}

export const EVENT_FIELDS: OutputSchema = {
  title: "string",
  date: "date",
  location: "string",
  url: "url",
};
export const ALL_EVENTS = "All meetings on this page";

/** Pages are read as on the day on which they were stored, as a run reads them on the day of its visit. */
export const visitOf = ({ saved }: EventTruth): number =>
  saved === null || Number.isNaN(Date.parse(saved)) ? NOW : Date.parse(saved);

type Item = Readonly<Record<string, unknown>>;

const MAX_EXTRA = 3;
/** Truths are cleaned: the page may have up to three words more. */
const isTitleOf = ({ title }: Item, wanted: string): boolean => {
  const [own, truth] = [wordsOf(String(title ?? "")), wordsOf(wanted)];
  return ` ${own.join(" ")} `.includes(` ${truth.join(" ")} `) && own.length <= truth.length + MAX_EXTRA;
};

const MIN_LETTERS = 4;
const PLACE_F1 = 0.6;
/** A place is right if it contains one of the truth's spellings, or has most of its words. */
export const isPlaceOf = ({ location }: Item, { place, location: spellings }: Meeting): boolean => {
  const own = bare(location);
  return (
    spellings.some((text) => bare(text).length >= MIN_LETTERS && own.includes(bare(text))) ||
    (place !== "" && wordF1(String(location ?? ""), place) >= PLACE_F1)
  );
};

/**
 * `count`: 1 if the number of records is right, for lists whose number is known; `day`: the share of the truth's
 * days that a record has; `title`, `place`: the share of the truth's titles and places that a record of that day
 * has.
 */
export const scoreEvents = (
  { truth }: Pick<Entry<EventTruth>, "truth">,
  { results }: ExtractedData,
): Readonly<Record<string, number>> => {
  const items = results.map(({ item }) => item);
  const ofDay = (day: string | null): Item[] =>
    day === null ? items : items.filter(({ date }) => date === day);
  const share = (name: string, wanted: readonly Meeting[], isRight: (record: Meeting) => boolean) =>
    wanted.length === 0 ? {} : { [name]: mean(wanted.map((record) => Number(isRight(record)))) };
  return {
    ...(truth.count !== null && { count: Number(items.length === truth.count) }),
    ...share(
      "day",
      truth.records.filter(({ day }) => day !== null),
      ({ day }) => ofDay(day).length > 0,
    ),
    ...share(
      "title",
      truth.records.filter(({ title }) => title !== null),
      ({ day, title }) => ofDay(day).some((item) => isTitleOf(item, title ?? "")),
    ),
    ...share(
      "place",
      truth.records.filter(({ place }) => place !== ""),
      (record) => ofDay(record.day).some((item) => isPlaceOf(item, record)),
    ),
  };
};

/** Scores of one list, asked by its fields. */
export const scoreEventList = (entry: Entry<EventTruth>): Readonly<Record<string, number>> =>
  entry.kind === "list"
    ? scoreEvents(entry, extractData(parseEntry(entry), { schema: EVENT_FIELDS, now: visitOf(entry.truth) }))
    : {};
