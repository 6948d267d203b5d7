/** Reads lists of URLs: a column of a table, one JSON object per line, or one URL per line. */
import { parse } from "csv-parse/sync";
import { addressFault, MAX_ADDRESS_LENGTH } from "../../contract/address.ts";
import type { UploadFormat } from "../../contract/flows/uploads.ts";

/** A row of a table, an object or a line of text. */
interface Row {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

export interface LineFault {
  readonly line: number;
  readonly message: string;
}

export interface ParsedList {
  readonly urls: readonly string[];
  /** Whether the file has more rows than are read. */
  readonly isCut: boolean;
  /** The first lines without a URL; empty if the list is valid. */
  readonly faults: readonly LineFault[];
}

/** Most rows read: twice the longest list, to leave room for duplicates. */
export const MAX_ROWS = 200_000;
/** Rows that are checked to choose the URL column. */
const SAMPLE_ROWS = 100;
const MAX_FAULTS = 20;
const MAX_SHOWN_CHARS = 80;

const DELIMITERS = [",", ";", "\t"];

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text);

const short = (text: string): string =>
  text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;

/** The delimiter that occurs most in the first line. In a table of one column, delimiters are part of the URLs. */
const delimiterOf = (text: string): string => {
  const [first = ""] = text.split(/\r?\n/, 1);
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? "\t" : (DELIMITERS[counts.indexOf(most)] as string);
};

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

const readCsv = (text: string): Row[] => {
  const records = parse(text, {
    delimiter: delimiterOf(text),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    to: MAX_ROWS + 2,
  }) as unknown as CsvRecord[];
  return records.map(({ record, info }) => ({
    line: info.lines,
    cells: Object.fromEntries(record.entries()),
  }));
};

const linesOf = (text: string): { readonly line: number; readonly text: string }[] =>
  text
    .split(/\r?\n/, MAX_ROWS + 2)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((each) => each.text !== "" || each.line > MAX_ROWS + 1);

const readNdjson = (text: string): Row[] =>
  linesOf(text).map(({ line, text: json }) => {
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      return { line, cells: {} };
    }
    if (typeof value !== "object" || value === null) return { line, cells: { "": String(value) } };
    const texts = Object.entries(value).filter(([, cell]) => typeof cell === "string");
    return { line, cells: Object.fromEntries(texts) as Record<string, string> };
  });

const readText = (text: string): Row[] =>
  linesOf(text).map(({ line, text: url }) => ({ line, cells: { "": url } }));

const READERS: Readonly<Record<UploadFormat, (text: string) => Row[]>> = {
  csv: readCsv,
  ndjson: readNdjson,
  text: readText,
};

/** The column in which most of the first rows have a URL; undefined if there is none. */
const columnOf = (rows: readonly Row[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const { cells } of rows.slice(0, SAMPLE_ROWS))
    for (const [name, cell] of Object.entries(cells))
      if (isUrl(cell)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0];
};

const faultOf = (cell: string | undefined): string | null => {
  if (!cell) return "has no URL";
  if (cell.length > MAX_ADDRESS_LENGTH) return `is longer than ${MAX_ADDRESS_LENGTH} characters`;
  const fault = addressFault(cell);
  return fault === null ? null : `${JSON.stringify(short(cell))} ${fault}`;
};

/**
 * @returns null if it contains no URL
 * @throws Error if a quote in a table is not closed
 */
export const parseList = (text: string, format: UploadFormat): ParsedList | null => {
  const read = READERS[format](text);
  const isCut = (read.at(-1)?.line ?? 0) > MAX_ROWS + 1 || read.length > MAX_ROWS + 1;
  const rows = isCut ? read.slice(0, -1) : read;
  const column = columnOf(rows);
  if (column === undefined) return null;
  const hasHeader = format === "csv" && !isUrl(rows[0]?.cells[column] ?? "");
  const urls: string[] = [];
  const faults: LineFault[] = [];
  for (const { line, cells } of hasHeader ? rows.slice(1) : rows) {
    const message = faultOf(cells[column]);
    if (message === null) urls.push(cells[column] as string);
    else faults.push({ line, message });
    if (faults.length === MAX_FAULTS) break;
  }
  return { urls, faults, isCut };
};
