/** The day of a record that is read by its name: the day in its text, or the one above its group. */
import { type AnyNode, isTag } from "domhandler";
import type { Field } from "../../../contract/fields.ts";
import type { OutputSchema } from "../../../contract/outputSchema.ts";
import type { PageDocument } from "../page/document.ts";
import { viewPage } from "../scorer/pageFacts.ts";
import { readRecordDay } from "../scorer/recordDay.ts";
import { coerceValue } from "../values/coerce.ts";
import { isEmpty } from "../values/types.ts";
import { conceptOf } from "../vocabulary/concepts.ts";

/** Creates the reader of the days of a page's records, as `/extract` reads them; null for a record without one. */
export const createDayReader = (page: PageDocument, now: number) => {
  let view: ReturnType<typeof viewPage> | null = null;
  return (record: AnyNode): string | null => {
    if (!isTag(record)) return null;
    view ??= viewPage(page, now);
    const day = coerceValue(readRecordDay(record, record, view)[0]?.values[0], "date", view.context);
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
  return records.map((record, at) => {
    const lacking = days.filter((name) => isEmpty(record[name]));
    const day = lacking.length === 0 ? null : read(elements[at] as AnyNode);
    return day === null ? record : { ...record, ...Object.fromEntries(lacking.map((name) => [name, day])) };
  });
};
