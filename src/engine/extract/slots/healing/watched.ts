/** One page of a watched step: its fields, their prints, and how many values are as they used to be. */
import type { AnyNode } from "domhandler";
import { type Field, parseField } from "../../../../contract/fields/fields.ts";
import type { PageDocument } from "../../page/document.ts";
import { evenly } from "../../values/evenly.ts";
import { type ExtractedRecords, extractRecords, type RecordQuery } from "../records.ts";
import { compileSelector } from "../select.ts";
import { decoyLead } from "./relocate.ts";
import {
  type FieldPrint,
  hasPlace,
  isNested,
  MIN_TELLING_SAMPLES,
  readRaw,
  type TypedField,
  textOfValue,
  typeOf,
} from "./samples.ts";
import { isOdd } from "./shape.ts";
import { spotOf } from "./spots.ts";
import { isLost, type StepPrint, type StepTrack } from "./track.ts";
import { hashText } from "./traits.ts";

export interface Watched {
  readonly document: PageDocument;
  readonly url: string;
  readonly query: RecordQuery;
  readonly track: StepTrack;
  readonly print: StepPrint | undefined;
  /** The record elements, if the step has no selector for them. */
  readonly elements?: readonly AnyNode[] | undefined;
  /** Whether the page's scripts may still add missing content (default: they do not). */
  readonly isShell?: (document: PageDocument) => boolean;
  readonly learn?: Learn | undefined;
}

/** Where a rebuilt page has the flow's examples. */
export interface Learned {
  /** Matches the records; null if the page is the record. */
  readonly selector: string | null;
  /** Fields by name, in the field grammar. */
  readonly fields: ReadonlyMap<string, string>;
  readonly confidence: number;
}

/** Looks for the flow's examples on a page; null if they are missing or ambiguous. */
export type Learn = (document: PageDocument) => Learned | null;

/** A field with its print, if there is one. */
interface Placed {
  readonly typed: TypedField;
  readonly print: FieldPrint | undefined;
}

/** A field that used to be found. */
export interface Known extends Placed {
  readonly print: FieldPrint;
}

/** Fields found in a smaller share of the records are not used to judge them. */
const MIN_SHARE = 0.3;
/** Values that used to identify records no longer do if at most this share of them is distinct. */
const DULL_SHARE = 0.4;
const SAMPLED_RECORDS = 8;
/** Min records, and their share, in which a selector must match another place than it used to. */
const MIN_STRAYED = 2;
const STRAYED_SHARE = 0.6;

export const placedFields = ({ query, print }: Watched): Placed[] =>
  query.fields
    .map((field) => ({
      typed: { field, type: typeOf(query.schema, field) },
      print: print && Object.hasOwn(print.fields, field.name) ? print.fields[field.name] : undefined,
    }))
    .filter(({ typed }) => hasPlace(typed));

/** Fields that were found often enough to judge records by. */
export const usualFields = (watched: Watched): Known[] =>
  placedFields(watched).flatMap(({ typed, print }) =>
    print && print.share >= MIN_SHARE ? [{ typed, print }] : [],
  );

/** The query with all fixes so far. */
const mendedQuery = ({ query, track }: Watched): RecordQuery => ({
  ...query,
  ...(track.selector && { selector: track.selector.text }),
  fields: query.fields.map((field): Field => {
    const mend = Object.hasOwn(track.fields, field.name) ? track.fields[field.name] : undefined;
    return mend ? parseField(mend.text) : field;
  }),
});

/** Reads the records of the page with all fixes so far. */
export const readWatched = (watched: Watched): ExtractedRecords => {
  const { document, elements } = watched;
  return extractRecords(document, mendedQuery(watched), ...(elements ? [elements] : []));
};

export const isGood = (value: unknown, print: FieldPrint | undefined): boolean => {
  const text = textOfValue(value);
  return text !== null && !(print && isOdd(print.value, text));
};

/** Counts the records whose value looks like those the field used to have. */
export const countGood = (
  { records }: ExtractedRecords,
  name: string,
  print: FieldPrint | undefined,
): { seen: number; good: number } => {
  const good = records.map((record) => record[name]).filter((value) => isGood(value, print));
  const isDull =
    print?.isTelling &&
    good.length >= MIN_TELLING_SAMPLES &&
    new Set(good.map(textOfValue)).size <= good.length * DULL_SHARE;
  return { seen: records.length, good: isDull ? 0 : good.length };
};

/** The run's counts for a field, including this page. */
export const tallyWith = (
  { track }: Watched,
  found: ExtractedRecords,
  name: string,
  print: FieldPrint | undefined,
): { seen: number; good: number } => {
  const before = track.tally[name] ?? { seen: 0, good: 0 };
  const here = countGood(found, name, print);
  return { seen: before.seen + here.seen, good: before.good + here.good };
};

/** Fields that used to be found, but of which the run has found almost nothing. */
export const lostFields = (watched: Watched, found: ExtractedRecords): Known[] =>
  placedFields(watched).flatMap(({ typed, print }) => {
    const { name } = typed.field;
    const tally = tallyWith(watched, found, name, print);
    // If the records themselves moved, the page was rebuilt, so less evidence is needed.
    const isMoved = watched.track.selector !== null && tally.good === 0;
    const isOut = print && (isLost(print.share, tally) || (isMoved && print.share >= MIN_SHARE));
    return isOut && !Object.hasOwn(watched.track.fields, name) ? [{ typed, print }] : [];
  });

/** Share of the fields' usual values that the records still have, from 0 to 1. */
export const keptShare = (watched: Watched, found: ExtractedRecords): number => {
  const usual = usualFields(watched);
  if (usual.length === 0) return 1;
  const kept = usual.map(({ typed, print }) => {
    const { seen, good } = countGood(found, typed.field.name, print);
    return seen === 0 ? 0 : Math.min(1, good / seen / print.share);
  });
  return kept.reduce((sum, share) => sum + share, 0) / kept.length;
};

/** Whether the selector's match in a record looks more like one of the field's decoys than like the field. */
const hasStrayed = (
  record: AnyNode,
  find: ReturnType<typeof compileSelector>,
  { typed, print }: Known,
): boolean => {
  const [element] = find(record);
  const raw = element && readRaw(element, typed);
  if (!raw || print.hashes.includes(hashText(raw))) return false;
  const spot = spotOf(record, element);
  return spot !== undefined && decoyLead(print, spot, raw) > 0;
};

/** Fields whose selectors still match, but match something else than before. */
export const strayedFields = (watched: Watched, { elements }: ExtractedRecords): Known[] => {
  const sampled = evenly(elements, SAMPLED_RECORDS);
  return usualFields(watched).filter((known) => {
    const { source, name } = known.typed.field;
    if (!source || known.print.decoys.length === 0 || Object.hasOwn(watched.track.fields, name)) return false;
    if (isNested(known.typed) || sampled.length === 0) return false;
    const find = compileSelector(source.selector, true);
    const strayed = sampled.filter((record) => hasStrayed(record, find, known)).length;
    return strayed >= Math.min(MIN_STRAYED, elements.length) && strayed >= sampled.length * STRAYED_SHARE;
  });
};
