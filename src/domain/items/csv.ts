import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { Currencies } from "../../contract/currencies.ts";
import type { Formulas } from "../../contract/runs/runs.ts";

/**
 * Text that a spreadsheet may take for a formula (OWASP, CSV injection), including leading characters it skips: spaces,
 * line breaks, control and invisible characters. `|` and `;` start a cell in programs set to another delimiter; full-
 * width signs and the minus sign U+2212 count as the plain ones.
 */
const FORMULA =
  /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@|;\u2212\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** Digits with signs and separators: an amount or a phone number, even with a leading `+` or `-`. */
const PLAIN_NUMBER = /^[+\-\u2212]?[\p{Sc}\s]*\(?\d[\d\s.,'’()/-]*(?:e[+-]?\d+)?[\s%]*\p{Sc}?$/iu;

const disarm = (text: string): string => (FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text);

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** Values that need quotes: readers trim unquoted values, and a lone CR ends the row for some readers, LF for all. */
const NEEDS_QUOTES = /[\r\n\0]|^[\s\ufeff]|[\s\ufeff]$/;

interface CsvOptions {
  /** What to do with text that a spreadsheet may take for a formula (default: `escape`, with an apostrophe). */
  readonly formulas?: Formulas | undefined;
  /** The currency of each price field. Each adds a column after the fields. */
  readonly currencies?: Currencies | undefined;
  /** Default: true. */
  readonly hasHeader?: boolean;
}

/** The columns of currencies: `priceCurrency` for `price`, as in schema.org. A field of that name is left alone. */
export const currencyColumns = (columns: readonly string[], currencies: Currencies) =>
  columns.flatMap((field) => {
    const name = `${field}Currency`;
    const isNew = Object.hasOwn(currencies, field) && !columns.includes(name);
    return isNew ? [{ field, name, currency: currencies[field] ?? "" }] : [];
  });

/**
 * Converts NDJSON lines to CSV (RFC 4180) with a header. Lists and nested objects become JSON; numbers stay as they
 * are, and their currencies are in separate columns, empty if there is no price or records have different
 * currencies.
 */
export const toCsv = (
  lines: AsyncIterable<string>,
  columns: readonly string[],
  { formulas = "escape", currencies = {}, hasHeader = true }: CsvOptions = {},
): AsyncIterable<string> => {
  const added = currencyColumns(columns, currencies);
  const guard = formulas === "escape" ? disarm : (text: string) => text;
  const cell = (value: unknown): string => (typeof value === "string" ? guard(value) : textOf(value));
  const rows = async function* () {
    if (hasHeader) yield [...columns, ...added.map(({ name }) => name)].map(guard);
    for await (const line of lines) {
      const item = JSON.parse(line) as Record<string, unknown>;
      const fieldOf = (name: string): unknown => (Object.hasOwn(item, name) ? item[name] : null);
      yield [
        ...columns.map((name) => cell(fieldOf(name))),
        ...added.map(({ field, currency }) => (typeof fieldOf(field) === "number" ? currency : "")),
      ];
    }
  };
  const csv = stringify({
    record_delimiter: "windows",
    quoted_match: NEEDS_QUOTES,
    // An unquoted row of one empty value would be an empty line, which readers skip.
    quoted_empty: columns.length + added.length === 1,
  });
  // An error in the source ends the CSV with the same error, so that the reader sees it.
  return pipeline(Readable.from(rows()), csv, () => {}).setEncoding("utf8");
};
