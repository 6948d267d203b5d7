import { Readable } from "node:stream";
import { stringify } from "csv-stringify";

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/**
 * NDJSON lines as CSV (RFC 4180) with a header; lists and nested objects as JSON. Cells that a
 * spreadsheet would take for a formula are escaped.
 */
export const toCsv = (lines: AsyncIterable<string>, columns: readonly string[]): AsyncIterable<string> => {
  const rows = async function* () {
    for await (const line of lines) {
      const item = JSON.parse(line) as Record<string, unknown>;
      yield columns.map((name) => cell(item[name]));
    }
  };
  const csv = stringify({
    header: true,
    columns: [...columns],
    escape_formulas: true,
    record_delimiter: "windows",
  });
  return Readable.from(rows()).pipe(csv).setEncoding("utf8");
};
