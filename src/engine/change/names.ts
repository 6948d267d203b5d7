/** The names that people know records by, where no field is a key. */
import type { Item } from "../../contract/runs/runs.ts";
import { parseSoleDate } from "../extract/values/dates.ts";
import { saysWhen } from "../extract/values/dateWords.ts";
import { exactOf } from "./canonical.ts";
import { NAMING } from "./label.ts";

/** Nearly all records must have a name of their own, and nearly all other fields of a record must be as they were. */
const MIN_SHARE = 0.8;

const isOrdinal = (text: string): boolean => /^\P{L}*\d(?:st|nd|rd|th)\P{L}*$/iu.test(text);

/** Whether a text can be a name: no URL, no date, and no number such as a rank. */
const isName = (value: unknown): value is string =>
  typeof value === "string" &&
  !/^https?:/i.test(value) &&
  !saysWhen(value) &&
  !isOrdinal(value) &&
  parseSoleDate(value, { language: "en", now: 0 }) === null;

/** Whether a field has a text of its own in nearly all records: a category or a company repeats. */
const namesAll = (records: readonly Item[], field: string): boolean =>
  new Set(records.map((record) => record[field]).filter(isName)).size >= MIN_SHARE * records.length;

/** The field that names the records of two collections, if there is one. */
export const nameFieldOf = (before: readonly Item[], after: readonly Item[]): string | undefined => {
  const fields = Object.keys(after[0] ?? {}).filter(
    (field) => namesAll(before, field) && namesAll(after, field),
  );
  return fields.find((field) => NAMING.test(field)) ?? fields[0];
};

/** A number, or a text such as "1." or "£30". */
const isNumber = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && /^[^\p{L}\d]*\d+[^\p{L}\d]*$/u.test(value));

const isNumeric = (value: unknown): boolean => value === null || value === undefined || isNumber(value);

/** Whether two records of one name are the same, later: only numbers differ, or nearly nothing. */
export const isLater = (before: Item, after: Item, nameField: string): boolean => {
  const others = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => field !== nameField && (exactOf(before[field]) !== "null" || exactOf(after[field]) !== "null"),
  );
  const changed = others.filter((field) => exactOf(before[field]) !== exactOf(after[field]));
  const isCounted = changed.every((field) => [before[field], after[field]].every(isNumeric));
  return isCounted || others.length - changed.length >= MIN_SHARE * others.length;
};
