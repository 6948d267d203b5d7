import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { Formulas } from "../../contract/runs.ts";

/**
 * A text that a spreadsheet may take for a formula (OWASP, CSV injection), with what is passed over before it:
 * spaces, line breaks, controls, and characters that show nothing. `|` and `;` begin a cell for programs that are
 * told another delimiter; full-width signs and the minus sign U+2212 are read as the plain ones.
 */
const FORMULA =
  /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@|;\u2212\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** Digits with signs and what divides them: an amount or a phone number, whatever it begins with. */
const PLAIN_NUMBER = /^[+\-\u2212]?[\p{Sc}\s]*\(?\d[\d\s.,'’()/-]*(?:e[+-]?\d+)?[\s%]*\p{Sc}?$/iu;

const disarm = (text: string): string => (FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text);

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** Readers drop what stands at the edges of a bare value; a lone CR or LF ends the row for some, and LF for all. */
const NEEDS_QUOTES = /[\r\n\0]|^[\s\ufeff]|[\s\ufeff]$/;

interface CsvOptions {
  /** What becomes of texts that a spreadsheet may take for a formula (default: `escape`, by an apostrophe). */
  readonly formulas?: Formulas | undefined;
}

/** NDJSON lines as CSV (RFC 4180) with a header; lists and nested objects as JSON. Numbers are left alone. */
export const toCsv = (
  lines: AsyncIterable<string>,
  columns: readonly string[],
  { formulas = "escape" }: CsvOptions = {},
): AsyncIterable<string> => {
  const guard = formulas === "escape" ? disarm : (text: string) => text;
  const cell = (value: unknown): string => (typeof value === "string" ? guard(value) : textOf(value));
  const rows = async function* () {
    yield columns.map(guard);
    for await (const line of lines) {
      const item = JSON.parse(line) as Record<string, unknown>;
      yield columns.map((name) => (Object.hasOwn(item, name) ? cell(item[name]) : ""));
    }
  };
  const csv = stringify({
    record_delimiter: "windows",
    quoted_match: NEEDS_QUOTES,
    // A row of one empty value would be an empty line, which readers pass over.
    quoted_empty: columns.length === 1,
  });
  // An error of the source ends the CSV with the same error: whoever reads it is told.
  return pipeline(Readable.from(rows()), csv, () => {}).setEncoding("utf8");
};
