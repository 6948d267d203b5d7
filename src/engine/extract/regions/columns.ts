/** Rows with named columns: of tables, of grids by their ARIA roles, and of boxes that are laid out as a table. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { find, findOne } from "domutils";
import { listBits } from "../page/bits.ts";
import { textOf } from "../page/text.ts";
import { classesOf, outward } from "../page/tree.ts";
import { type Fact, labelOf, makeFact } from "../sources/facts.ts";
import { normaliseSpace } from "../values/text.ts";
import { conceptOf, foldedWords } from "../vocabulary/concepts.ts";
import { asLabel } from "../vocabulary/labels.ts";
import { columnsOf } from "./cellSpans.ts";
import { cellsOf, isCell, isGrid, isRow, placedCells, tableOf } from "./rowCells.ts";
import { readShared } from "./sharedColumns.ts";

/** The cells of a row as facts, named after their columns. */
export const readCells = (record: Element, labels: readonly string[]): Fact[] => {
  const row = rowOf(record);
  if (row === null || labels.length === 0) return [];
  return placedCells(row).flatMap((cell, index) => {
    const label = labels[index];
    const text = cell ? textOf(cell) : "";
    if (!label || text === "") return [];
    const named = (name: string, factor: number): Fact => ({
      ...makeFact("table", name, [text], { factor, origin: labelOf("column", label) }),
      ...(cell && { linesOf: () => linesOf(cell) }),
    });
    const shared = cell && label.includes("/") ? readShared(cell, label, row, index) : null;
    if (shared) return [...shared, ...(shared.length > 1 ? [named(label, 1)] : [])];
    if (label === RANK) return [named(RANK, 1.2), named("number", 1), named("no", 1)];
    const bare = label.replace(QUALIFIER, "");
    return [named(label, 1.2), ...(bare === label || bare === "" ? [] : [named(bare, 1.15)])];
  });
};

const linesOf = (cell: Element): string[] =>
  listBits([cell]).flatMap(({ text, place }) => (place === null ? [] : [text]));

/** What a column's heading says about its values: "Population (2024)", "Est. value (excl. VAT)", "Length [m]". */
const QUALIFIER = /\s*(?:\([^()]*\)|\[[^[\]]*\])\s*$/;

/** Cached per table, so a long table is searched only once. */
const columns = new WeakMap<Element, Columns>();

interface Columns {
  readonly header: Element | null;
  readonly names: readonly string[];
}
const NO_COLUMNS: Columns = { header: null, names: [] };

const MAX_ROWS = 12;

/** A first row of words above rows with numbers is the header row, even if its cells are not `th`. */
const namesColumns = (first: Element, rows: readonly Element[]): boolean => {
  const labels = cellsOf(first).map(textOf);
  const isNamed = labels.every((label) => label === "" || (!/\d/.test(label) && asLabel(label) !== null));
  if (!isNamed || rows.length < 2 || labels.filter((label) => label !== "").length < 2) return false;
  return labels.some((label, index) => {
    const texts = rows.map((row) => textOf(cellsOf(row)[index] ?? row)).filter((text) => text !== "");
    return label !== "" && texts.length * 2 > rows.length && texts.every((text) => /\d/.test(text));
  });
};

const findHeader = (table: Element): Element | null => {
  const isHeader = (row: Element): boolean => {
    const cells = cellsOf(row);
    return cells.length >= 2 && cells.every(({ name }) => name === "th");
  };
  const header = findOne((element) => isRow(element) && isHeader(element), table.children, true);
  if (header) return header;
  const [first, ...rows] = find((node) => isTag(node) && isRow(node), table.children, true, MAX_ROWS).filter(
    isTag,
  );
  return first && namesColumns(first, rows) ? first : null;
};

/** The name of columns headed "#" or "No.", which hold a place in the list or a number of the record. */
const RANK = "rank";

/** Short column headings often give their full name in a tooltip or `abbr`. */
const nameColumn = (cell: Element): string => {
  const text = textOf(cell);
  const said =
    cell.attribs.abbr ??
    cell.attribs.title ??
    findOne(({ name, attribs }) => name === "abbr" && attribs.title !== undefined, cell.children, true)
      ?.attribs.title;
  if (said && text.length <= MAX_SHORT) return normaliseSpace(said);
  return /^(?:#|no\.?|nr\.?|n[º°]\.?|№)$/i.test(text) ? RANK : text;
};
const MAX_SHORT = 4;

/** The heads of a grid by their roles; null if some of its columns have none. */
const findGridHeader = (grid: Element): Columns => {
  const header = findOne(
    (element) =>
      element.attribs.role === "row" &&
      cellsOf(element).length > 0 &&
      cellsOf(element).every(({ attribs }) => attribs.role === "columnheader"),
    grid.children,
    true,
  );
  return header ? { header, names: cellsOf(header).map(textOf) } : NO_COLUMNS;
};

/** The heads of a grid by the ids of their columns, and in the order of the page. */
const headsOf = (grid: Element): ReadonlyMap<string | number, string> => {
  const known = heads.get(grid);
  if (known) return known;
  const found = find(
    (node) => isTag(node) && node.attribs.role === "columnheader",
    grid.children,
    true,
    MAX_HEADS,
  );
  const byColumn = new Map<string | number, string>();
  for (const [at, head] of found.filter(isTag).entries()) {
    byColumn.set(at, textOf(head));
    const id = columnIdOf(head);
    if (id !== undefined) byColumn.set(id, textOf(head));
  }
  heads.set(grid, byColumn);
  return byColumn;
};
const heads = new WeakMap<Element, ReadonlyMap<string | number, string>>();
const MAX_HEADS = 1_000;
const columnIdOf = ({ attribs }: Element): string | undefined =>
  attribs["col-id"] ?? attribs["aria-colindex"];

/** The columns of a row that was joined from the parts of pinned columns, each of which has heads of its own. */
const findJoinedColumns = (row: Element): Columns => {
  const cells = cellsOf(row);
  const grid = cells[0] && outward(cells[0]).find(isGrid);
  if (!grid) return NO_COLUMNS;
  const byColumn = headsOf(grid);
  return { header: null, names: cells.map((cell, at) => byColumn.get(columnIdOf(cell) ?? at) ?? "") };
};
const isJoined = (record: Element): boolean => {
  const first = record.children.find(isTag);
  return record.parent === null && first !== undefined && isCell(first);
};

const MIN_BOXES = 3;
const MAX_CLIMB = 3;
/** A box without the boxes around it that hold nothing else. */
const unwrap = (box: Element): Element => {
  const [only, ...others] = box.children.filter(isTag);
  return only && others.length === 0 && only.children.some(isTag) ? unwrap(only) : box;
};
/** Whether boxes are laid out under others: each has the class that gives the column its width. */
const areAligned = (heads: readonly Element[], cells: readonly Element[]): boolean =>
  heads.length === cells.length &&
  heads.filter((head, at) => classesOf(head).some((name) => cells[at] && classesOf(cells[at]).includes(name)))
    .length *
    2 >
    heads.length;

/** The row of headings above a record that is a row of boxes: short texts in boxes of the same widths. */
const findBoxHeader = (row: Element): Columns => {
  const cells = cellsOf(row);
  if (cells.length < MIN_BOXES) return NO_COLUMNS;
  let at: Element | null = row;
  for (let climbed = 0; at && at.name !== "body" && climbed < MAX_CLIMB; climbed++) {
    for (let before: AnyNode | null = at.prev; before; before = before.prev) {
      if (!isTag(before)) continue;
      const header = unwrap(before);
      const names = cellsOf(header).map(textOf);
      const isNamed = names.every((name) => name === "" || (!/\d/.test(name) && asLabel(name) !== null));
      if (isNamed && names.filter((name) => name !== "").length >= 2 && areAligned(cellsOf(header), cells))
        return { header, names };
      // Rows of a list stand between the first and its heading.
      if (climbed > 0 || cellsOf(header).length !== cells.length) break;
    }
    at = at.parent && isTag(at.parent) ? at.parent : null;
  }
  return NO_COLUMNS;
};

const findTable = (row: Element): Columns => {
  if (isJoined(row)) return findJoinedColumns(row);
  if (!isRow(row)) {
    const known = columns.get(row.parent as Element);
    if (known) return known;
    const grid = row.attribs.role === "row" ? outward(row).find(isGrid) : undefined;
    const found = grid ? findGridHeader(grid) : findBoxHeader(row);
    if (row.parent) columns.set(row.parent as Element, found);
    return found;
  }
  const table = tableOf(row);
  if (!table) return NO_COLUMNS;
  const known = columns.get(table);
  if (known) return known;
  const header = findHeader(table);
  const found = header
    ? { header, names: placedCells(header).map((cell) => (cell ? nameColumn(cell) : "")) }
    : NO_COLUMNS;
  columns.set(table, found);
  return found;
};

/** The row that is the record, or the only row in it: some tables use a `tbody` per row. */
const rowOf = (record: Element): Element | null => {
  if (isRow(record)) return record;
  const [row, ...others] = record.name === "tbody" ? record.children.filter(isTag) : [];
  if (record.name === "tbody") return row && isRow(row) && others.length === 0 ? row : null;
  return isJoined(record) || isBoxes(record) ? record : null;
};
const isBoxes = (record: Element): boolean =>
  record.parent !== null && (record.attribs.role === "row" || cellsOf(record).length >= MIN_BOXES);

/** Column names for a record that is a table row; empty if there are none. */
export const readColumns = (record: Element): readonly string[] => {
  const row = rowOf(record);
  return row === null ? [] : findTable(row).names;
};

/** The names of the columns of some records, as facts without values. */
export const listColumns = ([first]: readonly Element[]): Fact[] => {
  const names = first ? readColumns(first).filter((name) => asLabel(name) !== null) : [];
  return [...new Set(names)].map((name) => makeFact("table", name, [], { origin: labelOf("column", name) }));
};

/** The name of an element's column, or null. */
export const columnOf = (element: Element): string | null => {
  const cell = outward(element).find(
    (around) => around.name === "td" || around.name === "th" || isCell(around),
  );
  const row = cell && outward(cell).find((around) => isRow(around) || around.attribs.role === "row");
  if (!cell || !row) return null;
  return readColumns(row)[placedCells(row).indexOf(cell)] || null;
};

/**
 * The cell of a table's row under the column of a name, also one that spans the row from above; null if there is none. A
 * column of the same meaning counts if it is the only one.
 */
export const cellNamed = (row: Element, name: string): Element | null => {
  if (!isRow(row)) return null;
  const labels = readColumns(row);
  const wanted = foldedWords(name).join("");
  const exact = labels.findIndex((label) => label !== "" && foldedWords(label).join("") === wanted);
  const concept = conceptOf(name);
  const alike =
    concept === null ? [] : [...labels.keys()].filter((at) => conceptOf(labels[at] ?? "") === concept);
  const at = exact >= 0 || alike.length !== 1 ? exact : (alike[0] ?? -1);
  return at < 0 ? null : (placedCells(row)[at] ?? null);
};

/** Whether cells of the row's table span several rows or columns, so that a cell's place does not tell its column. */
export const isSpanned = (row: Element): boolean => {
  const table = isRow(row) ? tableOf(row) : undefined;
  return table !== undefined && columnsOf(row, table) !== null;
};

/** Whether a row is a single cell spanning the table: a group heading for the rows below it. */
export const isGroupHead = (row: Element): boolean => {
  const [cell, ...others] = isRow(row) ? cellsOf(row) : [];
  return cell !== undefined && others.length === 0 && Number(cell.attribs.colspan) > 1;
};

/** The header row of the table that contains a record; never a record itself. */
export const headerOf = (record: Element): Element | null => {
  const row = rowOf(record);
  return row && findTable(row).header;
};

/** Whether a record is the header row of its table, or the same row again further down. */
const isHeader = (record: Element): boolean => {
  const row = rowOf(record);
  const header = headerOf(record);
  if (!row || !header) return false;
  return row === header || (cellsOf(row).length === cellsOf(header).length && textOf(row) === textOf(header));
};

/** The rows that are records: without header rows, and without group headings if most rows have several cells. */
export const withoutHeads = (records: readonly Element[]): readonly Element[] => {
  const own = records.filter((record) => !isHeader(record));
  const apart = own.filter((record) => !isGroupHead(record));
  return apart.length * 2 > own.length ? apart : own;
};
