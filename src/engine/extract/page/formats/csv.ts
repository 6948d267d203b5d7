/** CSV tables: RFC 4180, and its common variants. */
import { checkCount } from "./bounds.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
const SAMPLE_CHARS = 20_000;

/** Cells by row. A quoted cell can contain delimiters, line breaks and doubled quotes. */
const readCells = (text: string, delimiter: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  let cells = 0;
  const endRow = (): void => {
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  };
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1);
      const parts: string[] = [];
      let from = at + 1;
      while (end >= 0 && text[end + 1] === '"') {
        parts.push(text.slice(from, end + 1));
        from = end + 2;
        end = text.indexOf('"', from);
      }
      const stop = end < 0 ? text.length : end;
      cell = parts.join("") + text.slice(from, stop);
      at = Math.min(text.length, stop + 1);
    }
    let end = at;
    while (end < text.length && text[end] !== delimiter && text[end] !== "\n") end++;
    row.push((cell + text.slice(at, end)).trim());
    checkCount(++cells);
    if (text[end] === "\n") endRow();
    else if (end < text.length && end === text.length - 1) row.push("");
    at = end + 1;
  }
  if (row.length > 0) endRow();
  return rows;
};

/** Number of cells in rows as wide as the first; 0 for a single column. */
const rate = (rows: readonly (readonly string[])[]): number => {
  const width = rows[0]?.length ?? 0;
  return width < 2 ? 0 : width * rows.filter((row) => row.length === width).length;
};

const guessDelimiter = (text: string): string => {
  const sample = text.slice(0, SAMPLE_CHARS);
  const rated = DELIMITERS.map((delimiter) => ({ delimiter, points: rate(readCells(sample, delimiter)) }));
  return rated.reduce((best, next) => (next.points > best.points ? next : best)).delimiter;
};

const isHead = (row: readonly string[]): boolean =>
  new Set(row).size === row.length && row.every((cell) => cell !== "" && !/^[\d\s.,%€$£+-]+$/.test(cell));

/** A column heading as a field name: `Unit price` becomes `unitPrice`. */
const nameColumn = (head: string, index: number): string => {
  const name = head
    .replace(/[^\p{L}\p{N}_]+(\p{L}?)/gu, (_, next: string) => next.toUpperCase())
    .replace(/^\p{Lu}+(?!\p{Ll})|^\p{Lu}/u, (start) => start.toLowerCase());
  return /^[\p{L}_]/u.test(name) ? name.slice(0, 64) : `column${index + 1}`;
};

/**
 * The rows of a table as records of text; an empty cell is null. The delimiter (`,` `;` tab `|`) is detected.
 * Without a header row, the columns are `column1`, `column2` …
 *
 * @throws DocumentError for a table that would exhaust the worker, before it does
 */
export const parseCsv = (text: string): Record<string, string | null>[] => {
  const even = text.replace(/\r\n?/g, "\n");
  // Excel's delimiter declaration.
  const named = /^sep=(.)\n/i.exec(even);
  const body = named ? even.slice(named[0].length) : even;
  const [first = [], ...rest] = readCells(body, named?.[1] ?? guessDelimiter(body));
  const headed = isHead(first);
  const names = first.map((head, index) => (headed ? nameColumn(head, index) : `column${index + 1}`));
  const rows = headed ? rest : [first, ...rest];
  checkCount(rows.length * (1 + names.length));
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] || null])));
};
