/** Watches a step over the pages of one run: what it found, what it lost, what was put in its place. */
import type { AnyNode, Element } from "domhandler";
import { type Field, parseField } from "../../../contract/fields.ts";
import type { PageDocument } from "../document.ts";
import { type ExtractedRecords, extractRecords, type RecordQuery } from "../records.ts";
import {
  type FieldPrint,
  type FieldSample,
  hasPlace,
  rateField,
  relocateField,
  sampleFields,
  type TypedField,
  textOfValue,
  typeOf,
} from "./fields.ts";
import { listExcuses } from "./health.ts";
import { type RecordSample, type RegionPrint, relocateRegion, sampleRecord } from "./regions.ts";
import { isOdd } from "./shape.ts";
import { spread } from "./spread.ts";
import { listSignatures } from "./traits.ts";

/** What a step found on good runs, kept between them. Plain JSON. */
export interface StepPrint {
  /** Of the step: that of another step says nothing. */
  readonly basis: string;
  /** Null: the page is the record. */
  readonly region: RegionPrint | null;
  readonly fields: Readonly<Record<string, FieldPrint>>;
  /** What the elements of its pages are called: what was there before is not what was moved. */
  readonly known: readonly string[];
  /** What its pages say even where they hold records; see `listExcuses`. */
  readonly excuses: readonly string[];
}

/** A selector or field that is used in place of one that no longer works. */
export interface Mend {
  readonly text: string;
  readonly confidence: number;
  /** The page on which it was found. */
  readonly url: string;
}

/** The state of one step within a run. Plain JSON: it goes on with the run. */
export interface StepTrack {
  selector: Mend | null;
  fields: Record<string, Mend>;
  pages: number;
  /** Pages that held records. */
  filled: number;
  /** Most records of one page. */
  count: number;
  tally: Record<string, { seen: number; good: number }>;
  region: RecordSample[];
  samples: Record<string, FieldSample[]>;
  /** As in the print. */
  known: string[];
  excuses: string[];
  /** The last page that it ran on. */
  url: string;
}

export const newTrack = (): StepTrack => ({
  selector: null,
  fields: {},
  pages: 0,
  filled: 0,
  count: 0,
  tally: {},
  region: [],
  samples: {},
  known: [],
  excuses: [],
  url: "",
});

const MAX_RECORD_SAMPLES = 6;
const MAX_FIELD_SAMPLES = 8;
const SIGNED_PAGES = 3;
const MAX_KNOWN = 1_200;
/** Less than this part of what there used to be counts as lost. */
const LOST_SHARE = 0.1;
/** So improbable must it be that the values are missing by chance. */
const CHANCE = 0.05;
/** Nothing is there always. */
const MAX_SHARE = 0.97;
/** Of what the fields of records held, so much must be there again for them to be the records. */
const MIN_KEPT = 0.5;
const MIN_SHARE = 0.3;

/** Whether so few of many is more than chance, where usually `share` of them are good. */
export const isLost = (share: number, { seen, good }: { seen: number; good: number }): boolean =>
  share > 0 && good <= share * seen * LOST_SHARE && (1 - Math.min(share, MAX_SHARE)) ** seen <= CHANCE;

export interface Watched {
  readonly document: PageDocument;
  readonly url: string;
  readonly query: RecordQuery;
  readonly track: StepTrack;
  readonly print: StepPrint | undefined;
  /** Whether what is not there may yet be filled in by the page's scripts; absent: it may not. */
  readonly isShell?: (document: PageDocument) => boolean;
}

export type Extraction = ExtractedRecords & {
  /** What was mended on this page, and what was not. */
  readonly news: readonly string[];
};

const placedFields = ({ query, print }: Watched): { typed: TypedField; print: FieldPrint | undefined }[] =>
  query.fields
    .map((field) => ({
      typed: { field, type: typeOf(query.schema, field) },
      print: print?.fields[field.name],
    }))
    .filter(({ typed }) => hasPlace(typed));

/** The query with what was mended so far. */
const mendedQuery = ({ query, track }: Watched): RecordQuery => ({
  ...query,
  ...(track.selector && { selector: track.selector.text }),
  fields: query.fields.map((field): Field => {
    const mend = Object.hasOwn(track.fields, field.name) ? track.fields[field.name] : undefined;
    return mend ? parseField(mend.text) : field;
  }),
});

const isGood = (value: unknown, print: FieldPrint | undefined): boolean => {
  const text = textOfValue(value);
  return text !== null && !(print && isOdd(print.value, text));
};

const countGood = ({ records }: ExtractedRecords, name: string, print: FieldPrint | undefined) => ({
  seen: records.length,
  good: records.filter((record) => isGood(record[name], print)).length,
});

/** What the run has seen of a field, with the page at hand. */
const tallyWith = (
  { track }: Watched,
  found: ExtractedRecords,
  name: string,
  print: FieldPrint | undefined,
) => {
  const before = track.tally[name] ?? { seen: 0, good: 0 };
  const here = countGood(found, name, print);
  return { seen: before.seen + here.seen, good: before.good + here.good };
};

/** Fields that used to be there, and that the run has found next to nothing of. */
const lostFields = (watched: Watched, found: ExtractedRecords) =>
  placedFields(watched).flatMap(({ typed, print }) => {
    const { name } = typed.field;
    const tally = tallyWith(watched, found, name, print);
    // Where the records themselves have moved, the page was rebuilt, and less is left to chance.
    const isMoved = watched.track.selector !== null && tally.good === 0;
    const isOut = print && (isLost(print.share, tally) || (isMoved && print.share >= MIN_SHARE));
    return isOut && !Object.hasOwn(watched.track.fields, name) ? [{ typed, print }] : [];
  });

/** Share of what the fields used to hold that records hold now. */
const keptShare = (watched: Watched, found: ExtractedRecords): number => {
  const usual = placedFields(watched).filter(({ print }) => print && print.share >= MIN_SHARE);
  if (usual.length === 0) return 1;
  const kept = usual.map(({ typed, print }) => {
    const { seen, good } = countGood(found, typed.field.name, print);
    return seen === 0 ? 0 : Math.min(1, good / seen / (print?.share ?? 1));
  });
  return kept.reduce((sum, share) => sum + share, 0) / kept.length;
};

/** How well the fields are found in records that may be the ones: as they are written, or by their prints. */
const rateFields = (watched: Watched, records: readonly Element[]): number => {
  const usual = placedFields(watched).flatMap(({ typed, print }) =>
    print && print.share >= MIN_SHARE ? [{ typed, print }] : [],
  );
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
      good / seen >= print.share * 0.8 ? 1 : 0,
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

const mendFields = (watched: Watched, found: ExtractedRecords): void => {
  const { document, url, track, query } = watched;
  const { baseUrl, language } = document;
  const known = new Set(watched.print?.known);
  for (const { typed, print } of lostFields(watched, found)) {
    const moved = relocateField(
      found.elements,
      { typed, print, known },
      { baseUrl, language, now: query.now },
    );
    if (moved) track.fields[typed.field.name] = { ...moved, url };
  }
};

const isRegionLost = (watched: Watched, found: ExtractedRecords): boolean => {
  const { print, track } = watched;
  if (!print?.region || track.selector || track.filled > 0) return false;
  const isEmpty = found.elements.length === 0;
  const holdsNothing = lostFields(watched, found).length > 1 && keptShare(watched, found) === 0;
  return (isEmpty || holdsNothing) && isLost(print.region.share, { seen: track.pages + 1, good: 0 });
};

/** Mends what it can. @returns what is found with it; null where the page was not to be mended */
const heal = (watched: Watched, found: ExtractedRecords): ExtractedRecords => {
  const { document, track } = watched;
  const before = { selector: track.selector, fields: { ...track.fields } };
  const isNewRegion = isRegionLost(watched, found) && mendRegion(watched);
  const read = () => extractRecords(document, mendedQuery(watched));
  const first = isNewRegion ? read() : found;
  mendFields(watched, first);
  const healed = read();
  if (!isNewRegion || keptShare(watched, healed) >= MIN_KEPT) return healed;
  // What was found is not what the step used to find.
  Object.assign(track, before);
  mendFields(watched, found);
  return read();
};

/** Values that cannot be the field's are none. */
const dropOdd = (watched: Watched, found: ExtractedRecords): ExtractedRecords => {
  const lost = lostFields(watched, found);
  if (lost.length === 0) return found;
  const records = found.records.map((record) => ({ ...record }));
  for (const { typed, print } of lost)
    for (const record of records)
      if (!isGood(record[typed.field.name], print)) record[typed.field.name] = null;
  return { ...found, records };
};

const remember = (watched: Watched, found: ExtractedRecords): void => {
  const { document, track, query } = watched;
  const { elements, records } = found;
  for (const { typed, print } of placedFields(watched))
    track.tally[typed.field.name] = tallyWith(watched, found, typed.field.name, print);
  track.pages += 1;
  track.filled += elements.length > 0 ? 1 : 0;
  track.count = Math.max(track.count, elements.length);
  if (track.selector) return;
  if (track.pages <= SIGNED_PAGES && elements.length > 0) {
    track.excuses = [...new Set([...track.excuses, ...listExcuses(document)])];
    track.known = [...new Set([...track.known, ...listSignatures(document.root, MAX_KNOWN)])].slice(
      0,
      MAX_KNOWN,
    );
  }
  if (query.selector !== undefined && track.region.length === 0)
    track.region = spread(elements, MAX_RECORD_SAMPLES).map((element) => sampleRecord(element as Element));
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
  for (const [element, record] of spread(pairs, MAX_FIELD_SAMPLES))
    for (const [name, sample] of sampleFields(element, wanted, record)) {
      const known = track.samples[name] ?? [];
      track.samples[name] = known;
      if (known.length < MAX_FIELD_SAMPLES) known.push(sample);
    }
};

/** What has been mended since, as sentences. */
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
 * Extracts the records of one page as `extractRecords` does, with what was mended on earlier pages, and
 * mends what no longer works, where that is sure. `track` is written to.
 */
export const extractWatched = (watched: Watched): Extraction => {
  const { document, print, track } = watched;
  const before = { ...track, fields: { ...track.fields } };
  track.url = watched.url;
  const found = extractRecords(document, mendedQuery(watched));
  const isSuspect =
    print !== undefined && (isRegionLost(watched, found) || lostFields(watched, found).length > 0);
  if (!isSuspect) {
    remember(watched, found);
    return { ...found, news: [] };
  }
  if (watched.isShell?.(document)) return { ...found, news: [] };
  const excuse = listExcuses(document).find((saying) => !print.excuses.includes(saying));
  if (excuse !== undefined && found.elements.length === 0)
    return { ...found, news: [`nothing is mended on this page, which says "${excuse.slice(0, 80)}"`] };
  const healed = dropOdd(watched, heal(watched, found));
  remember(watched, healed);
  return { ...healed, news: tellMends(before, watched) };
};
