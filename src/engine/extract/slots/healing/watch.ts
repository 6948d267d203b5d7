/** Watches a step over the pages of a run: what it finds, what it loses and what replaces it. */
import type { AnyNode, Element } from "domhandler";
import { contextOf } from "../../page/context.ts";
import { READ_LIMIT_MS, withTimeLimit } from "../../page/timeLimit.ts";
import { evenly } from "../../values/evenly.ts";
import { type ExtractedRecords, extractRecords, type RecordQuery } from "../records.ts";
import { listExcuses } from "./health.ts";
import { healByExamples, isUnread } from "./learned.ts";
import { contentsOf, looksLike, sampleRecord } from "./records.ts";
import { relocateRegion } from "./regions.ts";
import { rateField, relocateField } from "./relocate.ts";
import { DOUBLED_SAMPLES, sampleFields } from "./samples.ts";
import { isHealable, TOO_LARGE } from "./size.ts";
import { type HealedSelector, isLost, MAX_FIELD_SAMPLES, MAX_KNOWN, type StepTrack } from "./track.ts";
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
/** Share of the fields' usual values that relocated records must contain. */
const MIN_KEPT = 0.5;
/** A field still works as written if it finds this share of its usual values. */
const FOUND_SHARE = 0.8;
/** Elements that look this much like the records are the records, whatever values they contain. */
const SAME_RECORDS = 0.65;

export type Extraction = ExtractedRecords & {
  /** Messages about what was fixed on this page, or why nothing was. */
  readonly news: readonly string[];
};

/** Rates, from 0 to 1, how well the fields are found in candidate records: as written, or by their prints. */
const rateFields = (watched: Watched, records: readonly Element[]): number => {
  const usual = usualFields(watched);
  if (usual.length === 0) return 0.5;
  const known = new Set(watched.print?.known);
  const scores = usual.map(({ typed, print }) => {
    const read = extractRecords(
      watched.document,
      { ...watched.query, selector: undefined, fields: [typed.field] },
      records,
    );
    const { seen, good } = countGood(read, typed.field.name, print);
    return Math.max(
      good / seen >= print.share * FOUND_SHARE ? 1 : 0,
      rateField(records, { typed, print, known }).score,
    );
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
};

const mendRegion = (watched: Watched): boolean => {
  const { document, url, print, track } = watched;
  const region =
    print?.region &&
    relocateRegion(document, print.region, new Set(print.known), (records) => rateFields(watched, records));
  if (!region) return false;
  track.selector = { text: region.css, confidence: region.confidence, url };
  return true;
};

const mendFields = (watched: Watched, found: ExtractedRecords, lost: readonly Known[]): void => {
  const { document, url, track, query } = watched;
  const known = new Set(watched.print?.known);
  for (const { typed, print } of lost) {
    const moved = relocateField(found.elements, { typed, print, known }, contextOf(document, query.now));
    if (moved) track.fields[typed.field.name] = { ...moved, url };
  }
};

const isRegionLost = (watched: Watched, found: ExtractedRecords): boolean => {
  const { print, track } = watched;
  if (!print?.region || track.selector || track.filled > 0) return false;
  const isEmpty = found.elements.length === 0;
  const holdsNothing = lostFields(watched, found).length > 1 && keptShare(watched, found) === 0;
  const isOther = holdsNothing && looksLike(print.region)(found.elements as Element[]) < SAME_RECORDS;
  return (isEmpty || isOther) && isLost(print.region.share, { seen: track.pages + 1, good: 0 });
};

/** Fixes what it can. @returns the records as read with the fixes */
const heal = (watched: Watched, found: ExtractedRecords): ExtractedRecords => {
  const { track } = watched;
  const before = { selector: track.selector, fields: { ...track.fields } };
  const isNewRegion = isRegionLost(watched, found) && mendRegion(watched);
  const first = isNewRegion ? readWatched(watched) : found;
  mendFields(watched, first, lostFields(watched, first));
  if (isNewRegion) mendFields(watched, first, strayedFields(watched, first));
  const healed = readWatched(watched);
  if (!isNewRegion || keptShare(watched, healed) >= MIN_KEPT) return healed;
  // The new region does not contain what the step used to find.
  Object.assign(track, before);
  mendFields(watched, found, lostFields(watched, found));
  return readWatched(watched);
};

/** Sets values that do not look like the field's to null. */
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
  track.region = evenly(elements, MAX_RECORD_SAMPLES).map((element) => sampleRecord(element as Element));
  const contents = evenly(elements, MAX_CONTENTS).flatMap((element) => contentsOf(element as Element));
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
  for (const [index, [element, record]] of evenly(pairs, MAX_FIELD_SAMPLES).entries())
    for (const [name, sample] of sampleFields(element, wanted, record, index < DOUBLED_SAMPLES)) {
      const known = track.samples[name] ?? [];
      track.samples[name] = known;
      if (known.length < MAX_FIELD_SAMPLES) known.push(sample);
    }
};

/** Describes what was fixed since `before`, one sentence for each fix. */
const healedMessages = (before: StepTrack, { query, track }: Watched): string[] => {
  const tell = (what: string, old: string, { text, confidence }: HealedSelector): string =>
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
 * Extracts the records of one page like `extractRecords`, using the fixes of earlier pages, and fixes what no longer
 * works if that is certain enough. Updates `track`.
 */
export const extractWatched = (watched: Watched): Extraction => {
  const { document, print, track } = watched;
  const before = { ...track, fields: { ...track.fields } };
  track.url = watched.url;
  const found = readWatched(watched);
  const isSuspect =
    print !== undefined && (isRegionLost(watched, found) || lostFields(watched, found).length > 0);
  const canHeal = print !== undefined && isHealable(document.root);
  const isNew = isUnread(watched, found);
  if (!isSuspect && !isNew) {
    const strayed = canHeal ? strayedFields(watched, found) : [];
    mendFields(watched, found, strayed);
    const read = strayed.length > 0 ? readWatched(watched) : found;
    remember(watched, read);
    return { ...read, news: healedMessages(before, watched) };
  }
  if (watched.isShell?.(document)) return { ...found, news: [] };
  const excuse = listExcuses(document).find((saying) => !print?.excuses.includes(saying));
  if (excuse !== undefined && found.elements.length === 0)
    return { ...found, news: [`nothing was healed on this page, which says "${excuse.slice(0, 80)}"`] };
  // Healing takes much longer than reading, and the caller may set no time limit.
  const healed = withTimeLimit(READ_LIMIT_MS, () =>
    healByExamples(watched, canHeal ? heal(watched, found) : found),
  );
  const kept = dropOdd(watched, healed);
  remember(watched, kept);
  return { ...kept, news: canHeal || isNew ? healedMessages(before, watched) : [TOO_LARGE] };
};
