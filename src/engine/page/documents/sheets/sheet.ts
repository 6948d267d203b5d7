/** Finds the tables of a sheet and writes them: what XLSX and ODS files have in common. */
import {
  type About,
  type Cell,
  type Converted,
  createWriter,
  headRows,
  nameColumns,
  type Remark,
  type Row,
  type Writer,
  writeDocument,
} from "../html.ts";

/** A cell's text as a spreadsheet shows it, or as the file has it. */
export interface SheetCell {
  readonly column: number;
  readonly text: string;
  readonly href?: string | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

export interface SheetRow {
  readonly number: number;
  readonly cells: readonly SheetCell[];
  readonly isHidden: boolean;
}

export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/** Columns of a sheet that are hidden, from 0; `until` is not one of them. */
export interface HiddenColumns {
  readonly from: number;
  readonly until: number;
}

/** Rows at the top that may stand above a table: a title, a date, an empty line. */
const MAX_ABOVE = 15;

const filled = ({ cells }: SheetRow): SheetCell[] => cells.filter(({ text }) => text !== "");

const isWords = (text: string): boolean => /\p{L}/u.test(text) && text.length <= 80;

/** Where the head of the table is among the first rows; -1 if it has none. */
const findHead = (rows: readonly SheetRow[]): number => {
  const top = rows.slice(0, MAX_ABOVE);
  const width = Math.max(0, ...rows.slice(0, 100).map((row) => filled(row).length));
  return top.findIndex((row, index) => {
    const named = filled(row);
    return (
      named.length >= Math.max(2, width * 0.6) &&
      named.every(({ text, columns = 1 }) => isWords(text) && columns === 1) &&
      new Set(named.map(({ text }) => text)).size === named.length &&
      rows.length > index + 1
    );
  });
};

/** Whether a row is the upper one of two that name the columns: some of its cells are above several. */
const isUpperHead = (row: SheetRow, head: SheetRow): boolean => {
  const named = filled(row);
  return (
    row.number === head.number - 1 &&
    named.length > 1 &&
    named.some(({ columns = 1 }) => columns > 1) &&
    named.every(({ text }) => isWords(text))
  );
};

const toCell = ({ text, href, columns = 1, rows = 1 }: SheetCell): Cell =>
  columns * rows > MAX_MERGED
    ? { runs: [{ text, href }] }
    : {
        runs: [{ text, href }],
        columns,
        rows,
      };

/** The cells of a row with those that are empty between them. */
const toRow = (
  { cells, isHidden, number }: SheetRow,
  from: number,
  until: number,
  covered: ReadonlySet<string>,
): Row => {
  const all: Cell[] = [];
  const byColumn = new Map(cells.map((cell) => [cell.column, cell]));
  for (let column = from; column < until; ) {
    const cell = byColumn.get(column);
    if (!covered.has(`${number},${column}`)) all.push(cell ? toCell(cell) : { runs: [] });
    column += cell?.columns ?? 1;
  }
  return { cells: all, isHidden };
};

/** Merged cells that are larger are titles or backgrounds, and are kept separate. */
const MAX_MERGED = 10_000;

/** Cells below those that span several rows. */
const coveredBy = (rows: readonly SheetRow[]): ReadonlySet<string> => {
  const covered = new Set<string>();
  for (const { number, cells } of rows)
    for (const { column, columns = 1, rows: height = 1 } of cells)
      if (columns * height <= MAX_MERGED)
        for (let down = 1; down < height; down++)
          for (let right = 0; right < columns; right++) covered.add(`${number + down},${column + right}`);
  return covered;
};

/** 0 as `A`, 27 as `AB`. */
const letterOf = (column: number): string =>
  `${column >= 26 ? letterOf(Math.floor(column / 26) - 1) : ""}${String.fromCharCode(65 + (column % 26))}`;

const hiddenRemarks = (sheet: FilledSheet, { from, until }: HiddenColumns): Remark[] => {
  const { name, isHidden, rows, hiddenColumns = [] } = sheet;
  const hidden = rows.filter((row) => row.isHidden).length;
  const columns = hiddenColumns
    .map((each) => ({ from: Math.max(each.from, from), until: Math.min(each.until, until) }))
    .filter((each) => each.until > each.from)
    .map((each) => [...new Set([each.from, each.until - 1])].map(letterOf).join("–"));
  const remark = (message: string): Remark => ({ code: "hidden", message });
  return [
    ...(isHidden ? [remark(`The sheet "${name}" is hidden in the file. It is included.`)] : []),
    ...(hidden > 0
      ? [
          remark(
            `Rows of the sheet "${name}" are hidden in the file: ${hidden.toLocaleString("en")}. They are included, with the attribute data-hidden.`,
          ),
        ]
      : []),
    ...(columns.length > 0
      ? [
          remark(
            `Columns of the sheet "${name}" are hidden in the file: ${columns.join(", ")}. They are included.`,
          ),
        ]
      : []),
  ];
};

const runsOf = (row: SheetRow): { text: string; href?: string | undefined }[] =>
  filled(row).flatMap(({ text, href }) => [{ text, href }, { text: " " }]);

/** The part of a sheet that is its table, and what stands above it. */
const findTable = (all: readonly SheetRow[]) => {
  const rows = all.filter((row) => filled(row).length > 0);
  const named = findHead(rows);
  const [upper, head] = [rows[named - 1], rows[named]];
  const heads = named < 0 ? 0 : upper && head && isUpperHead(upper, head) ? 2 : 1;
  const start = heads === 2 ? named - 1 : Math.max(0, named);
  const shown = rows.slice(start);
  let [from, until] = [Number.POSITIVE_INFINITY, 0];
  for (const row of shown)
    for (const { column, columns = 1 } of filled(row)) {
      from = Math.min(from, column);
      until = Math.max(until, column + columns);
    }
  return { heads, above: rows.slice(0, start), rows: shown, from, until };
};

/** Writes a sheet as its table, with what stands above it as paragraphs. @returns what a reader should know about it */
const writeSheet = (writer: Writer, sheet: FilledSheet): Remark[] => {
  const { name, isHidden } = sheet;
  const { heads, above, rows, from, until } = findTable(sheet.rows);
  writer.block("h2", [{ text: name }], { "data-hidden": isHidden ? "true" : undefined });
  for (const row of above) writer.block("p", runsOf(row));
  const [only] = rows;
  if (rows.length === 1 && only) writer.block("p", runsOf(only));
  if (rows.length > 1) {
    const covered = coveredBy(rows);
    const written = rows.map((row) => toRow(row, from, until, covered));
    const found = heads > 0 ? heads : headRows(written.slice(0, 20).map(({ cells }) => cells));
    writer.table(written, { caption: name, heads: found });
  }
  return hiddenRemarks(sheet, { from, until });
};

export interface FilledSheet extends Sheet {
  readonly rows: readonly SheetRow[];
  readonly hiddenColumns?: readonly HiddenColumns[] | undefined;
}

/** Cells of a workbook that is written as HTML: with its elements and texts, about as many as a page may have. */
const MAX_HTML_CELLS = 150_000;

/** Each name once, and one for each column without any. */
const keysOf = (names: readonly string[], count: number): string[] => {
  const keys: string[] = [];
  for (let column = 0; column < count; column++) {
    const name = names[column] ?? "";
    keys.push(name === "" || keys.includes(name) ? `column${column + 1}` : name);
  }
  return keys;
};

/** The records of a sheet. Their keys are the classes that cells have in smaller workbooks. */
const toRecords = ({ rows: all }: FilledSheet): Record<string, string>[] => {
  const { heads, rows, from, until } = findTable(all);
  const top = rows.slice(0, heads);
  const covered = coveredBy(top);
  const names = nameColumns(top.map((row) => toRow(row, from, until, covered)));
  const keys = keysOf(names, until - from);
  return rows.slice(heads).map((row) => ({
    ...Object.fromEntries(filled(row).map(({ column, text }) => [keys[column - from] ?? "", text])),
    ...(row.isHidden && { "data-hidden": "true" }),
  }));
};

/**
 * A workbook as a page of tables. One that is too large for a page becomes data: a list, in which the same selectors
 * find the same (`.record` a row, `.Price` a value), or such a list for each of several sheets, by its name.
 */
export const writeWorkbook = (about: About, sheets: readonly FilledSheet[]): Converted => {
  const cells = sheets.reduce(
    (sum, { rows }) => sum + rows.reduce((own, row) => own + row.cells.length, 0),
    0,
  );
  if (cells > MAX_HTML_CELLS) {
    const lists = sheets
      .map((sheet) => [sheet.name, toRecords(sheet)] as const)
      .filter(([, list]) => list.length > 0);
    const data = lists.length === 1 ? lists[0]?.[1] : Object.fromEntries(lists);
    return { format: "json", text: JSON.stringify(data) };
  }
  const writer = createWriter();
  const remarks = sheets.flatMap((sheet) => writeSheet(writer, sheet));
  return writeDocument(about, writer.body(), remarks);
};
