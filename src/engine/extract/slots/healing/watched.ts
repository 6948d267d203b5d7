/** One page of a step that is watched: its fields, with what is known of them, and how many are as they were. */
import type { AnyNode } from "domhandler";
import { type Field, parseField } from "../../../../contract/fields.ts";
import type { PageDocument } from "../../page/document.ts";
import { compileSelector } from "../read.ts";
import { type ExtractedRecords, extractRecords, type RecordQuery } from "../records.ts";
import { decoyLead } from "./places.ts";
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
import { spread } from "./size.ts";
import { spotOf } from "./spots.ts";
import { isLost, type StepPrint, type StepTrack } from "./track.ts";
import { hashText } from "./traits.ts";

export interface Watched {
  readonly document: PageDocument;
  readonly url: string;
  readonly query: RecordQuery;
  readonly track: StepTrack;
  readonly print: StepPrint | undefined;
  /** The records, where no selector of the step finds them. */
  readonly elements?: readonly AnyNode[] | undefined;
  /** Whether what is not there may yet be filled in by the page's scripts; absent: it may not. */
  readonly isShell?: (document: PageDocument) => boolean;
  readonly learn?: Learn | undefined;
}

/** How a page that was rebuilt holds what the flow's owner once pointed at. */
export interface Learned {
  /** Of the records; null: the page is the record. */
  readonly selector: string | null;
  /** By name, each as a step has it. */
  readonly fields: ReadonlyMap<string, string>;
  readonly confidence: number;
}

/** Looks for the flow's examples on a page; null: they are not there, or not clearly. */
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

/** Less often than in so many records, a field says nothing of them. */
const MIN_SHARE = 0.3;
/** Values that used to tell records apart do so no longer where less than this part of them is different. */
const DULL_SHARE = 0.4;
const SAMPLED_RECORDS = 8;
/** So many records must agree that a selector matches another place than it used to. */
const MIN_STRAYED = 2;
const STRAYED_SHARE = 0.6;

export const placedFields = ({ query, print }: Watched): Placed[] =>
  query.fields
    .map((field) => ({
      typed: { field, type: typeOf(query.schema, field) },
      print: print && Object.hasOwn(print.fields, field.name) ? print.fields[field.name] : undefined,
    }))
    .filter(({ typed }) => hasPlace(typed));

/** Fields that most records used to hold. */
export const usualFields = (watched: Watched): Known[] =>
  placedFields(watched).flatMap(({ typed, print }) =>
    print && print.share >= MIN_SHARE ? [{ typed, print }] : [],
  );

/** The query with what was fixed so far. */
const mendedQuery = ({ query, track }: Watched): RecordQuery => ({
  ...query,
  ...(track.selector && { selector: track.selector.text }),
  fields: query.fields.map((field): Field => {
    const mend = Object.hasOwn(track.fields, field.name) ? track.fields[field.name] : undefined;
    return mend ? parseField(mend.text) : field;
  }),
});

/** The records of the page, by the selectors as they are fixed so far. */
export const readWatched = (watched: Watched): ExtractedRecords => {
  const { document, elements } = watched;
  return extractRecords(document, mendedQuery(watched), ...(elements ? [elements] : []));
};

export const isGood = (value: unknown, print: FieldPrint | undefined): boolean => {
  const text = textOfValue(value);
  return text !== null && !(print && isOdd(print.value, text));
};

/** How many of the records hold what the field used to hold. */
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

/** What the run has seen of a field, with the page at hand. */
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

/** Fields that used to be there, and that the run has found next to nothing of. */
export const lostFields = (watched: Watched, found: ExtractedRecords): Known[] =>
  placedFields(watched).flatMap(({ typed, print }) => {
    const { name } = typed.field;
    const tally = tallyWith(watched, found, name, print);
    // Where the records themselves have moved, the page was rebuilt, and less is left to chance.
    const isMoved = watched.track.selector !== null && tally.good === 0;
    const isOut = print && (isLost(print.share, tally) || (isMoved && print.share >= MIN_SHARE));
    return isOut && !Object.hasOwn(watched.track.fields, name) ? [{ typed, print }] : [];
  });

/** Share of what the fields used to hold that records hold now. */
export const keptShare = (watched: Watched, found: ExtractedRecords): number => {
  const usual = usualFields(watched);
  if (usual.length === 0) return 1;
  const kept = usual.map(({ typed, print }) => {
    const { seen, good } = countGood(found, typed.field.name, print);
    return seen === 0 ? 0 : Math.min(1, good / seen / print.share);
  });
  return kept.reduce((sum, share) => sum + share, 0) / kept.length;
};

/** Whether what the selector matches in a record looks more like what used to stand beside the field. */
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

/** Fields whose selectors still match, but what they match was something else before. */
export const strayedFields = (watched: Watched, { elements }: ExtractedRecords): Known[] => {
  const sampled = spread(elements, SAMPLED_RECORDS);
  return usualFields(watched).filter((known) => {
    const { source, name } = known.typed.field;
    if (!source || known.print.decoys.length === 0 || Object.hasOwn(watched.track.fields, name)) return false;
    if (isNested(known.typed) || sampled.length === 0) return false;
    const find = compileSelector(source.selector, true);
    const strayed = sampled.filter((record) => hasStrayed(record, find, known)).length;
    return strayed >= Math.min(MIN_STRAYED, elements.length) && strayed >= sampled.length * STRAYED_SHARE;
  });
};
