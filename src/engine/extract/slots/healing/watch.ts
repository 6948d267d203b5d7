/** Watches a step over the pages of one run: what it found, what it lost, what was put in its place. */
import type { AnyNode, Element } from "domhandler";
import { READ_LIMIT_MS, withTimeLimit } from "../../page/timeLimit.ts";
import { type ExtractedRecords, extractRecords, type RecordQuery } from "../records.ts";
import { listExcuses } from "./health.ts";
import { healByExamples, isUnread } from "./learned.ts";
import { mean } from "./likeness.ts";
import { type PlaceForests, rateField, relocateField } from "./places.ts";
import { contentOf, sampleRecord } from "./records.ts";
import { type PageNames, relocateRegion } from "./regions.ts";
import { DOUBLED_SAMPLES, sampleFields } from "./samples.ts";
import { isMendable, spread, TOO_LARGE } from "./size.ts";
import { isLost, MAX_FIELD_SAMPLES, MAX_KNOWN, type Mend, type StepTrack } from "./track.ts";
import { listSignatures } from "./traits.ts";
import {
  countGood,
  isGood,
  type Known,
  keptShare,
  lostFields,
  placedFields,
  readWatched,
  strayedFields,
  tallyWith,
  usualFields,
  type Watched,
} from "./watched.ts";

const MAX_RECORD_SAMPLES = 6;
const MAX_CONTENTS = 60;
const SIGNED_PAGES = 3;
/** Of what the fields of records held, so much must be there again for them to be the records. */
const MIN_KEPT = 0.5;
/** As written, a field is found in records where so much of what it used to hold is there. */
const FOUND_SHARE = 0.8;
const RATED_RECORDS = 5;

export type Extraction = ExtractedRecords & {
  /** What was fixed on this page, and what was not. */
  readonly news: readonly string[];
};

/** What the page's elements used to be called, and the share of those names that it still has. */
export const namesOf = ({ document, print }: Watched): PageNames => {
  const known = new Set(print?.known);
  const now = listSignatures(document.root, MAX_KNOWN);
  return { known, kept: mean(now.map((name) => Number(known.has(name)))) };
};

/** How well the fields are found in records that may be the ones: as they are written, or by their prints. */
export const rateFields = (
  watched: Watched,
  names: PageNames,
  records: readonly Element[],
  forests?: PlaceForests,
): number[] =>
  usualFields(watched).map(({ typed, print }) => {
    const query = { ...watched.query, selector: undefined, fields: [typed.field] };
    const read = extractRecords(watched.document, query, spread(records, RATED_RECORDS));
    const { seen, good } = countGood(read, typed.field.name, print);
    const isFound = good / seen >= print.share * FOUND_SHARE;
    return isFound ? 1 : rateField(records, { typed, print, ...names }, forests);
  });

const mendRegion = (watched: Watched, found: ExtractedRecords, names: PageNames): boolean => {
  const { document, url, print, track } = watched;
  const region =
    print?.region &&
    relocateRegion(document, print.region, names, (records) => rateFields(watched, names, records));
  const isSame = region?.records.every((record, index) => record === found.elements[index]);
  if (!region || isSame) return false;
  track.selector = { text: region.css, confidence: region.confidence, url };
  return true;
};

const mendFields = (
  watched: Watched,
  { elements }: ExtractedRecords,
  lost: readonly Known[],
  names: PageNames,
): void => {
  const { url, track, query, document } = watched;
  const { baseUrl, language } = document;
  for (const { typed, print } of lost) {
    const moved = relocateField(elements, { typed, print, ...names }, { baseUrl, language, now: query.now });
    if (moved) track.fields[typed.field.name] = { ...moved, url };
  }
};

const isRegionLost = (watched: Watched, found: ExtractedRecords): boolean => {
  const { print, track } = watched;
  if (!print?.region || track.selector || track.filled > 0) return false;
  const holdsNothing = lostFields(watched, found).length > 1 && keptShare(watched, found) === 0;
  return (
    (found.elements.length === 0 || holdsNothing) &&
    isLost(print.region.share, { seen: track.pages + 1, good: 0 })
  );
};

/** Fixes what it can. @returns what is found with it */
const heal = (watched: Watched, found: ExtractedRecords): ExtractedRecords => {
  const { track } = watched;
  const before = { selector: track.selector, fields: { ...track.fields } };
  const names = namesOf(watched);
  const isNewRegion = isRegionLost(watched, found) && mendRegion(watched, found, names);
  const first = isNewRegion ? readWatched(watched) : found;
  mendFields(watched, first, lostFields(watched, first), names);
  if (isNewRegion) mendFields(watched, first, strayedFields(watched, first), names);
  const healed = readWatched(watched);
  if (!isNewRegion || keptShare(watched, healed) >= MIN_KEPT) return healed;
  // What was found is not what the step used to find.
  Object.assign(track, before);
  mendFields(watched, found, lostFields(watched, found), names);
  return readWatched(watched);
};

/** Values that cannot be the field's are none. */
const dropOdd = (watched: Watched, found: ExtractedRecords): ExtractedRecords => {
  const lost = lostFields(watched, found);
  if (lost.length === 0) return found;
  const records = found.records.map((record) => ({ ...record }));
  for (const { typed, print } of lost) {
    const { name } = typed.field;
    const isDull = countGood(found, name, print).good === 0;
    for (const record of records) if (isDull || !isGood(record[name], print)) record[name] = null;
  }
  return { ...found, records };
};

const rememberPage = ({ document, track, query }: Watched, elements: readonly AnyNode[]): void => {
  if (track.pages <= SIGNED_PAGES && elements.length > 0) {
    track.excuses = [...new Set([...track.excuses, ...listExcuses(document)])];
    const signatures = listSignatures(document.root, MAX_KNOWN);
    track.known = [...new Set([...track.known, ...signatures])].slice(0, MAX_KNOWN);
  }
  if (query.selector === undefined || track.region.length > 0) return;
  track.region = spread(elements, MAX_RECORD_SAMPLES).map((element) => sampleRecord(element as Element));
  const contents = spread(elements, MAX_CONTENTS).flatMap((element) => contentOf(element as Element) ?? []);
  track.contents = [...new Set(contents)];
};

const remember = (watched: Watched, found: ExtractedRecords): void => {
  const { track } = watched;
  const { elements, records } = found;
  for (const { typed, print } of placedFields(watched))
    track.tally[typed.field.name] = tallyWith(watched, found, typed.field.name, print);
  track.pages += 1;
  track.filled += elements.length > 0 ? 1 : 0;
  track.count = Math.max(track.count, elements.length);
  if (track.selector) return;
  rememberPage(watched, elements);
  const wanted = placedFields(watched)
    .map(({ typed }) => typed)
    .filter(
      ({ field: { name } }) =>
        !Object.hasOwn(track.fields, name) && (track.samples[name]?.length ?? 0) < MAX_FIELD_SAMPLES,
    );
  if (wanted.length === 0) return;
  const pairs = elements.map((element, index): [AnyNode, Readonly<Record<string, unknown>>] => [
    element,
    records[index] ?? {},
  ]);
  for (const [index, [element, record]] of spread(pairs, MAX_FIELD_SAMPLES).entries())
    for (const [name, sample] of sampleFields(element, wanted, record, index < DOUBLED_SAMPLES)) {
      const known = track.samples[name] ?? [];
      track.samples[name] = known;
      if (known.length < MAX_FIELD_SAMPLES) known.push(sample);
    }
};

/** What has been fixed since, as sentences. */
const tellMends = (before: StepTrack, { query, track }: Watched): string[] => {
  const tell = (what: string, old: string, { text, confidence }: Mend): string =>
    `${what} \`${old}\` no longer works; \`${text}\` was found in its place (confidence ${confidence})`;
  const fields = query.fields.flatMap(({ name }) => {
    const mend = track.fields[name];
    return mend && !before.fields[name] ? [tell("the field", nameOfField(query, name), mend)] : [];
  });
  return track.selector && !before.selector
    ? [tell("the selector", query.selector ?? "", track.selector), ...fields]
    : fields;
};

const nameOfField = ({ fields }: RecordQuery, name: string): string => {
  const field = fields.find((each) => each.name === name);
  return field?.source ? `${name}: ${field.source.selector}` : name;
};

/**
 * Extracts the records of one page as `extractRecords` does, with what was fixed on earlier pages, and
 * fixes what no longer works, where that is sure. `track` is written to.
 */
export const extractWatched = (watched: Watched): Extraction => {
  const { document, print, track } = watched;
  const before = { ...track, fields: { ...track.fields } };
  track.url = watched.url;
  const found = readWatched(watched);
  const isSuspect =
    print !== undefined && (isRegionLost(watched, found) || lostFields(watched, found).length > 0);
  const canMend = print !== undefined && isMendable(document.root);
  const isNew = isUnread(watched, found);
  if (!isSuspect && !isNew) {
    const strayed = canMend ? strayedFields(watched, found) : [];
    if (strayed.length > 0) mendFields(watched, found, strayed, namesOf(watched));
    const read = strayed.length > 0 ? readWatched(watched) : found;
    remember(watched, read);
    return { ...read, news: tellMends(before, watched) };
  }
  if (watched.isShell?.(document)) return { ...found, news: [] };
  const excuse = listExcuses(document).find((saying) => !print?.excuses.includes(saying));
  if (excuse !== undefined && found.elements.length === 0)
    return { ...found, news: [`nothing was healed on this page, which says "${excuse.slice(0, 80)}"`] };
  // Takes much longer than reading does, of which nobody may keep the time.
  const healed = withTimeLimit(READ_LIMIT_MS, () =>
    healByExamples(watched, canMend ? heal(watched, found) : found),
  );
  const kept = dropOdd(watched, healed);
  remember(watched, kept);
  return { ...kept, news: canMend || isNew ? tellMends(before, watched) : [TOO_LARGE] };
};
