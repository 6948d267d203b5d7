/** Writes selectors for a list's fields: one, or two if one reads too few of the records. */

import type { Element } from "domhandler";
import { findAll, findOne } from "domutils";
import { formatField } from "../../../contract/fields/fields.ts";
import type { OutputType, ValueType } from "../../../contract/fields/outputSchema.ts";
import { type CoerceContext, compileSelector, textOf } from "../../extract/extract.ts";
import { isHeading } from "../../extract/page/tree.ts";
import { cellNamed, isSpanned } from "../../extract/regions/columns.ts";
import { findPlaces, isSame } from "../../extract/slots/examples/findPlaces.ts";
import { writePlace } from "../../extract/slots/examples/writes.ts";
import { writeField } from "../../extract/slots/selectors/index.ts";
import { coerceValue } from "../../extract/values/coerce.ts";
import { parseStock } from "../../extract/values/stock.ts";
import { isListType } from "../../extract/values/types.ts";
import { conceptOf } from "../../extract/vocabulary/concepts.ts";
import { mayHold } from "../accepts.ts";
import { isThere } from "../draft.ts";

/** Share of the values that a selector must read, for requested and for other fields. */
const MIN_FIT_ASKED = 0.7;
const MIN_FIT = 0.85;
/** The same for the first of two selectors, if records come in two layouts. */
const MIN_FIT_PART = 0.3;

/** The record's title or URL, by its first heading or link. */
const firstOf = (record: Element, concept: string | null): string | null => {
  const link = findOne(({ name, attribs }) => name === "a" && attribs.href !== undefined, [record], true);
  const heading = findOne(isHeading, record.children, true);
  if (concept === "url") return link?.attribs.href ?? null;
  const holder = heading ?? link;
  return concept === "title" && holder ? textOf(holder).trim() : null;
};

/** A field to write, and its value in each record. */
export interface ListedField {
  readonly name: string;
  readonly type: OutputType;
  readonly values: readonly unknown[];
  readonly isAsked: boolean;
  /** Whether the prompt asks for the whole text of each record, or for all that it says. */
  readonly isWhole?: boolean;
}

/** Limits on the records looked up, and on the places and ways to read a value that are tried. */
const MAX_SHOWN = 3;
const MAX_PLACES = 4;
const MAX_WAYS = 12;
const PROBE = 8;

/** Reads part of an element's text: the name after "by", the date after "Stand:". */
const writePart = (
  records: readonly Element[],
  { name, type, values }: ListedField,
  context: CoerceContext,
): string | null => {
  if (typeof type !== "string" || isListType(type)) return null;
  const isStock = conceptOf(name) === "availability" && type === "string";
  const isRight = (read: unknown, value: unknown): boolean =>
    isSame(read, value) || (isStock && parseStock(String(read)) === value);
  /** The text on the page: the value of an availability is a schema.org word instead. */
  const textIn = (record: Element, value: unknown): string =>
    (isStock ? findAll((element) => isRight(textOf(element).trim(), value), record.children) : [])
      .map((element) => textOf(element).trim())
      .at(-1) ?? String(value);
  const shown = records.flatMap((record, at) =>
    isThere(values[at]) ? [{ record, text: textIn(record, values[at]) }] : [],
  );
  const ways = shown.slice(0, MAX_SHOWN).flatMap(({ record, text }) => {
    const found = findPlaces(record, { name, text, types: [type as ValueType] }, context);
    return [...(found?.places ?? []), ...(found?.within ?? [])]
      .filter(({ element }) => mayHold(name, type, element))
      .slice(0, MAX_PLACES)
      .flatMap((place) => (found ? writePlace(name, found, place, record, context, false, records) : []))
      .slice(0, MAX_WAYS);
  });
  const fitOn = (read: (record: Element) => unknown, most: number): number => {
    const known = records.slice(0, most).filter((_, at) => isThere(values[at]));
    const right = records
      .slice(0, most)
      .filter((record, at) => isThere(values[at]) && isRight(read(record), values[at]));
    return right.length / Math.max(1, known.length);
  };
  let best: { readonly text: string; readonly fit: number } | null = null;
  for (const { text, read } of ways) {
    if (fitOn(read, PROBE) < MIN_FIT_ASKED) continue;
    const fit = fitOn(read, records.length);
    if (fit >= MIN_FIT_ASKED && fit > (best?.fit ?? 0)) best = { text, fit };
  }
  return best?.text ?? null;
};

const withoutSpace = (text: string): string => text.replace(/\s+/g, "");

/** Reads whole texts or attributes, by one selector or by two. */
const writeWhole = (
  records: readonly Element[],
  { name, type, values: read, isAsked }: ListedField,
  context: CoerceContext,
): string | null => {
  const concept = conceptOf(name);
  const isContent = concept === "content";
  // A record's whole text is read by selectors without spaces where the page has none.
  const values = !isContent
    ? read
    : records.map((record, at) => {
        const text = textOf(record);
        return withoutSpace(String(read[at])) === withoutSpace(text) ? text : read[at];
      });
  const accepts = (element: Element): boolean =>
    isContent ? records.includes(element) : mayHold(name, type, element);
  const write = (own: readonly unknown[], minFit: number, at = records) =>
    writeField(at, { name, type, values: own }, context, { minFit, accepts });
  const whole = write(values, isAsked ? MIN_FIT_ASKED : MIN_FIT);
  if (whole || !isAsked) return whole?.text ?? null;
  const firsts = records.map((record) => coerceValue(firstOf(record, concept), type as ValueType, context));
  const first = firsts.some(isThere) ? write(firsts, MIN_FIT_ASKED) : null;
  if (first) return first.text;
  const part = write(values, MIN_FIT_PART);
  const source = part?.field.source;
  if (!source) return null;
  const find = compileSelector(source.selector, true);
  const left = records.flatMap((record, at) =>
    find(record).length === 0 && isThere(values[at]) ? [at] : [],
  );
  const rest = write(
    left.map((at) => values[at]),
    MIN_FIT_ASKED,
    left.map((at) => records[at] as Element),
  );
  const other = rest?.field.source;
  const fit = part.fit + ((rest?.fit ?? 0) * left.length) / records.length;
  if (!other || other.attribute !== source.attribute || fit < MIN_FIT_ASKED) return null;
  const selector = `${source.selector}, ${other.selector}`;
  const both = compileSelector(selector, true);
  // The first match counts: no match of the second may come before those of the first.
  const isHidden = (record: Element): boolean => find(record).some((element) => both(record)[0] !== element);
  return records.some(isHidden) ? null : formatField({ ...part.field, source: { ...source, selector } });
};

/** The name alone, if that reads the days of the records: from their group's heading, or with its year. */
const writeDay = (
  records: readonly Element[],
  { name, type, values }: ListedField,
  readDay: (record: Element) => string | null,
): string | null => {
  if (type !== "date" && type !== "datetime") return null;
  const known = records.filter((_, at) => isThere(values[at]));
  const right = records.filter((record, at) => isThere(values[at]) && readDay(record) === values[at]);
  return right.length >= known.length * MIN_FIT ? name : null;
};

/**
 * The name alone, for a column of a table whose cells span rows or columns: the place of a cell in its row says there
 * nothing of its column.
 */
const writeColumn = (
  records: readonly Element[],
  { name, type, values }: ListedField,
  context: CoerceContext,
): string | null => {
  if (typeof type !== "string" || isListType(type) || !records.some(isSpanned)) return null;
  const read = (record: Element): unknown => {
    const cell = cellNamed(record, name);
    return cell && coerceValue(textOf(cell).trim(), type as ValueType, context);
  };
  const known = records.flatMap((record, at) => (isThere(values[at]) ? [{ record, value: values[at] }] : []));
  const right = known.filter(({ record, value }) => isSame(read(record), value));
  return known.length > 0 && right.length >= known.length * MIN_FIT ? name : null;
};

/** The whole text of the records, if no element of theirs holds the text that was read. */
const writeText = (
  records: readonly Element[],
  field: ListedField,
  context: CoerceContext,
): string | null => {
  if (conceptOf(field.name) !== "content") return null;
  const values = records.map((record, at) => (isThere(field.values[at]) ? textOf(record) : null));
  return writeWhole(records, { ...field, values }, context);
};

/**
 * The field in the syntax of extract steps; null if no selector reads enough of the records.
 *
 * @param readDay reads a record's day as runs do if the field has no selector
 */
export const writeListed = (
  records: readonly Element[],
  field: ListedField,
  context: CoerceContext,
  readDay: (record: Element) => string | null,
): string | null =>
  writeColumn(records, field, context) ??
  writeWhole(records, field, context) ??
  (field.isAsked && field.isWhole ? writeText(records, field, context) : null) ??
  (field.isAsked ? writePart(records, field, context) : null) ??
  writeDay(records, field, readDay);
