/** Finds the tables of a sheet and writes them: what XLSX and ODS files have in common. */
import {
  type About,
  type Cell,
  type Converted,
  createWriter,
  headRows,
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

/** Merged cells that are larger are titles or backgrounds, and stand alone. */
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

const hiddenRemarks = (name: string, isHidden: boolean, rows: readonly SheetRow[]): Remark[] => {
  const hidden = rows.filter((row) => row.isHidden).length;
  return [
    ...(isHidden
      ? [{ code: "hidden" as const, message: `The sheet "${name}" is hidden in the file. It is included.` }]
      : []),
    ...(hidden > 0
      ? [
          {
            code: "hidden" as const,
            message: `Rows of the sheet "${name}" are hidden in the file: ${hidden.toLocaleString("en")}. They are included, with the attribute data-hidden.`,
          },
        ]
      : []),
  ];
};

const runsOf = (row: SheetRow): { text: string; href?: string | undefined }[] =>
  filled(row).flatMap(({ text, href }) => [{ text, href }, { text: " " }]);

/** The part of a sheet that is its table, and what stands above it. */
const findTable = (all: readonly SheetRow[]) => {
  const rows = all.filter((row) => filled(row).length > 0);
  const head = findHead(rows);
  const shown = rows.slice(Math.max(0, head));
  let [from, until] = [Number.POSITIVE_INFINITY, 0];
  for (const row of shown)
    for (const { column, columns = 1 } of filled(row)) {
      from = Math.min(from, column);
      until = Math.max(until, column + columns);
    }
  return { hasHead: head >= 0, above: rows.slice(0, Math.max(0, head)), rows: shown, from, until };
};

/** Writes a sheet as its table, with what stands above it as paragraphs. @returns what a reader should know about it */
const writeSheet = (writer: Writer, { name, isHidden, rows: all }: FilledSheet): Remark[] => {
  const { hasHead, above, rows, from, until } = findTable(all);
  writer.block("h2", [{ text: name }], { "data-hidden": isHidden ? "true" : undefined });
  for (const row of above) writer.block("p", runsOf(row));
  const [only] = rows;
  if (rows.length === 1 && only) writer.block("p", runsOf(only));
  if (rows.length > 1) {
    const covered = coveredBy(rows);
    const written = rows.map((row) => toRow(row, from, until, covered));
    const heads = hasHead ? 1 : headRows(written.slice(0, 20).map(({ cells }) => cells));
    writer.table(written, { caption: name, heads });
  }
  return hiddenRemarks(name, isHidden, rows);
};

export interface FilledSheet extends Sheet {
  readonly rows: readonly SheetRow[];
}

/** Cells of a workbook that is written as HTML: with its elements and texts, about as many as a page may have. */
const MAX_HTML_CELLS = 150_000;

/** The names of a table's columns, each once. */
const columnNames = (head: SheetRow | undefined, from: number, until: number): string[] => {
  const names: string[] = [];
  for (let column = from; column < until; column++) {
    const text = head?.cells.find((cell) => cell.column === column)?.text ?? "";
    const isNew = text !== "" && !names.includes(text);
    names.push(isNew ? text : `column${column - from + 1}`);
  }
  return names;
};

/** The records of a sheet, as a list of JSON has them. */
const toRecords = ({ rows: all }: FilledSheet): Record<string, string>[] => {
  const { hasHead, rows, from, until } = findTable(all);
  const names = columnNames(hasHead ? rows[0] : undefined, from, until);
  return rows.slice(hasHead ? 1 : 0).map((row) => ({
    ...Object.fromEntries(filled(row).map(({ column, text }) => [names[column - from] ?? "", text])),
    ...(row.isHidden && { "data-hidden": "true" }),
  }));
};

/** A workbook as a page of tables. One that is too large for a page becomes data: a list of records for each sheet. */
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
