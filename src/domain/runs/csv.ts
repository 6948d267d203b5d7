import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";

/** A text that a spreadsheet would take for a formula (OWASP, CSV injection), full-width signs included. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return FORMULA.test(value) ? `'${value}` : value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/**
 * NDJSON lines as CSV (RFC 4180) with a header; lists and nested objects as JSON. Texts that a
 * spreadsheet would take for a formula are disarmed by an apostrophe; numbers are left alone.
 */
export const toCsv = (lines: AsyncIterable<string>, columns: readonly string[]): AsyncIterable<string> => {
  const rows = async function* () {
    for await (const line of lines) {
      const item = JSON.parse(line) as Record<string, unknown>;
      yield columns.map((name) => cell(item[name]));
    }
  };
  const csv = stringify({ header: true, columns: columns.map(cell), record_delimiter: "windows" });
  // An error of the source ends the CSV with the same error: whoever reads it is told.
  return pipeline(Readable.from(rows()), csv, () => {}).setEncoding("utf8");
};
