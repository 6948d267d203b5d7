/** Heals a step by the examples its flow was created from, if its prints are missing or not enough. */
import { isEmpty } from "../../values/types.ts";
import type { ExtractedRecords } from "../records.ts";
import { isHealable } from "./size.ts";
import { type Learned, lostFields, placedFields, readWatched, type Watched } from "./watched.ts";

/** Examples come from one record, which is unlikely to be on later pages of a run. */
const MAX_PAGES = 3;

const countFilled = (watched: Watched, { records }: ExtractedRecords): number =>
  placedFields(watched).reduce(
    (sum, { typed }) => sum + records.filter((record) => !isEmpty(record[typed.field.name])).length,
    0,
  );

/** Whether a step with examples but no print reads no value at all. */
export const isUnread = (watched: Watched, found: ExtractedRecords): boolean =>
  watched.print === undefined &&
  watched.learn !== undefined &&
  placedFields(watched).length > 0 &&
  countFilled(watched, found) === 0;

const apply = (
  { track, query, url }: Watched,
  { selector, fields, confidence }: Learned,
  wanted: ReadonlySet<string>,
  isNewRegion: boolean,
): void => {
  if (isNewRegion && selector !== null) track.selector = { text: selector, confidence, url };
  for (const { name } of query.fields) {
    const text = fields.get(name);
    if (text !== undefined && wanted.has(name)) track.fields[name] = { text, confidence, url };
  }
};

/** @returns what is found at the examples' places on this page, if that is more than `found` */
export const healByExamples = (watched: Watched, found: ExtractedRecords): ExtractedRecords => {
  const { document, track, query, learn } = watched;
  if (!learn || track.pages >= MAX_PAGES || !isHealable(document.root)) return found;
  const isNewRegion = found.elements.length === 0 || countFilled(watched, found) === 0;
  const names = isNewRegion
    ? query.fields.map(({ name }) => name)
    : lostFields(watched, found).map(({ typed }) => typed.field.name);
  if (names.length === 0) return found;
  const learned = learn(document);
  // A list step is not healed into a page step, nor the reverse.
  if (!learned || (learned.selector === null) !== (query.selector === undefined)) return found;
  const before = { selector: track.selector, fields: { ...track.fields } };
  apply(watched, learned, new Set(names), isNewRegion);
  const read = readWatched(watched);
  if (countFilled(watched, read) > countFilled(watched, found)) return read;
  Object.assign(track, before);
  return found;
};
