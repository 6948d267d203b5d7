/** Rows of tables with named columns. */
import { type Element, isTag } from "domhandler";
import { find, findOne } from "domutils";
import { textOf } from "../page/text.ts";
import { outward } from "../page/tree.ts";
import { type Fact, makeFact } from "../sources/facts.ts";
import { normaliseSpace } from "../values/text.ts";
import { asLabel } from "../vocabulary/labels.ts";

/** The cells of a row as facts, named after their columns. */
export const readCells = (record: Element, labels: readonly string[]): Fact[] => {
  const row = rowOf(record);
  if (row === null || labels.length === 0) return [];
  return cellsOf(row).flatMap((cell, index) => {
    const label = labels[index];
    const text = textOf(cell);
    if (!label || text === "") return [];
    const named = (name: string, factor: number): Fact =>
      makeFact("table", name, [text], { factor, path: `column "${label}"` });
    return label === RANK ? [named(RANK, 1.2), named("number", 1), named("no", 1)] : [named(label, 1.2)];
  });
};

/** Cached per table, so a long table is searched only once. */
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

/** The row that is the record, or the only row in it: some tables use a `tbody` per row. */
const rowOf = (record: Element): Element | null => {
  if (isRow(record)) return record;
  const [row, ...others] = record.name === "tbody" ? record.children.filter(isTag) : [];
  return row && isRow(row) && others.length === 0 ? row : null;
};

/** Column names for a record that is a table row; empty if there are none. */
export const readColumns = (record: Element): readonly string[] => {
  const row = rowOf(record);
  return row === null ? [] : findTable(row).names;
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
