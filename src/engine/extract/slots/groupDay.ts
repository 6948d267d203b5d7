/** The day of a record that is read by its name: the one above its group, or the day in its text with a year that the page gives. */
import { type AnyNode, isTag } from "domhandler";
import type { Field } from "../../../contract/fields/fields.ts";
import type { OutputSchema, ValueType } from "../../../contract/fields/outputSchema.ts";
import { contextOf } from "../page/context.ts";
import type { PageDocument } from "../page/document.ts";
import { isSettledDay, readRecordDay } from "../scorer/events/recordDay.ts";
import { viewPage } from "../scorer/pageFacts.ts";
import { coerceValue } from "../values/coerce.ts";
import { isEmpty } from "../values/types.ts";
import { conceptOf } from "../vocabulary/concepts.ts";

/**
 * Creates the reader of the days of a page's records: those that `/extract` reads without a guess, since values of a flow have no
 * doubt and must be the same at each visit; null for others.
 */
export const createDayReader = (page: PageDocument, now: number) => {
  let view: ReturnType<typeof viewPage> | null = null;
  return (record: AnyNode): string | null => {
    if (!isTag(record)) return null;
    view ??= viewPage(page, now);
    const found = readRecordDay(record, record, view).find(isSettledDay);
    const day = coerceValue(found?.values[0], "date", view.context);
    return typeof day === "string" ? day : null;
  };
};

/** Whether a field is given by its name only, and is the day of its record. */
const isDay = ({ name, source, transforms }: Field, schema: OutputSchema): boolean =>
  source === null &&
  transforms.length === 0 &&
  (conceptOf(name) === "date" || conceptOf(name) === "startDate") &&
  (schema[name] === "date" || schema[name] === "datetime");

/** Fills the days of records that do not say it where their fields look. */
export const withDays = (
  records: readonly Record<string, unknown>[],
  elements: readonly AnyNode[],
  page: PageDocument,
  { fields, schema, now }: { fields: readonly Field[]; schema: OutputSchema; now: number },
): readonly Record<string, unknown>[] => {
  const days = fields.filter((field) => isDay(field, schema)).map(({ name }) => name);
  if (days.length === 0) return records;
  const read = createDayReader(page, now);
  const context = contextOf(page, now);
  return records.map((record, at) => {
    const lacking = days.filter((name) => isEmpty(record[name]));
    const day = lacking.length === 0 ? null : read(elements[at] as AnyNode);
    if (day === null) return record;
    const filled = lacking.map((name) => [name, coerceValue(day, schema[name] as ValueType, context)]);
    return { ...record, ...Object.fromEntries(filled) };
  });
};
