/** Rows of tables whose columns have names. */
import { type Element, isTag } from "domhandler";
import { find, findOne } from "domutils";
import { textOf } from "../page/text.ts";
import { outward } from "../page/tree.ts";
import { type Fact, makeFact } from "../sources/facts.ts";
import { normaliseSpace } from "../values/text.ts";
import { asLabel } from "../vocabulary/labels.ts";

/** The cells of a row as facts, called as their columns are. */
export const readCells = (record: Element, labels: readonly string[]): Fact[] => {
  const row = rowOf(record);
  if (row === null || labels.length === 0) return [];
  return cellsOf(row).flatMap((cell, index) => {
    const label = labels[index];
    const text = textOf(cell);
    return label && text !== ""
      ? [makeFact("table", label, [text], { factor: 1.2, path: `column "${label}"` })]
      : [];
  });
};

/** By table, so that a table of many rows is searched once. */
const columns = new WeakMap<Element, Columns>();

interface Columns {
  readonly header: Element | null;
  readonly names: readonly string[];
}
const NO_COLUMNS: Columns = { header: null, names: [] };

const cellsOf = (row: Element): Element[] =>
  row.children.filter(isTag).filter(({ name }) => name === "td" || name === "th");
const isRow = ({ name }: Element): boolean => name === "tr";
const MAX_ROWS = 12;

/** A first row of words over rows with numbers names the columns, whatever its cells are called. */
const namesColumns = (first: Element, rows: readonly Element[]): boolean => {
  const labels = cellsOf(first).map(textOf);
  if (
    labels.length < 2 ||
    rows.length < 2 ||
    labels.some((label) => /\d/.test(label) || asLabel(label) === null)
  )
    return false;
  return labels.some((_, index) => rows.every((row) => /\d/.test(textOf(cellsOf(row)[index] ?? row))));
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

/** Short heads of columns say in full what they mean where the mouse stops over them. */
const nameColumn = (cell: Element): string => {
  const text = textOf(cell);
  const said =
    cell.attribs.abbr ??
    cell.attribs.title ??
    findOne(({ name, attribs }) => name === "abbr" && attribs.title !== undefined, cell.children, true)
      ?.attribs.title;
  if (said && text.length <= MAX_SHORT) return normaliseSpace(said);
  return /^(?:#|no\.?|nr\.?|n[º°]\.?|№)$/i.test(text) ? "rank" : text;
};
const MAX_SHORT = 4;

const findTable = (row: Element): Columns => {
  const table = outward(row).find(({ name }) => name === "table");
  if (!table) return NO_COLUMNS;
  const known = columns.get(table);
  if (known) return known;
  const header = findHeader(table);
  const found = header ? { header, names: cellsOf(header).map(nameColumn) } : NO_COLUMNS;
  columns.set(table, found);
  return found;
};

/** The row that a record is, or that is all it holds: some tables have a body for each row. */
const rowOf = (record: Element): Element | null => {
  if (isRow(record)) return record;
  const [row, ...others] = record.name === "tbody" ? record.children.filter(isTag) : [];
  return row && isRow(row) && others.length === 0 ? row : null;
};

/** Names of the columns above a record that is a row; empty where there are none. */
export const readColumns = (record: Element): readonly string[] => {
  const row = rowOf(record);
  return row === null ? [] : findTable(row).names;
};

/** Whether a row of one cell stands over the whole table: it says what the rows below it have in common. */
export const isGroupHead = (row: Element): boolean => {
  const [cell, ...others] = isRow(row) ? cellsOf(row) : [];
  return cell !== undefined && others.length === 0 && Number(cell.attribs.colspan) > 1;
};

/** The row that names the columns above a record that is a row; it is no record, whoever takes it for one. */
export const headerOf = (record: Element): Element | null => {
  const row = rowOf(record);
  return row && findTable(row).header;
};
