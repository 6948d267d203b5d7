/** The cells of rows: of tables, of grids by their ARIA roles, and of boxes that are laid out as a table. */
import { type Element, isTag } from "domhandler";
import { cellsOf as tableCellsOf } from "../page/tables.ts";
import { outward } from "../page/tree.ts";
import { columnsOf } from "./cellSpans.ts";

const CELLS: ReadonlySet<string | undefined> = new Set(["cell", "gridcell", "rowheader", "columnheader"]);
const GRIDS: ReadonlySet<string | undefined> = new Set(["grid", "treegrid", "table"]);

/** Cells of a grid by their roles; boxes can be between them and their row. */
export const isCell = ({ attribs }: Element): boolean => CELLS.has(attribs.role);
export const isGrid = ({ attribs }: Element): boolean => GRIDS.has(attribs.role);
export const isRow = ({ name }: Element): boolean => name === "tr";

export const tableOf = (row: Element): Element | undefined =>
  outward(row).find(({ name }) => name === "table");

/** The elements of a row, without those of tables within its cells. */
const withoutInner = (elements: readonly Element[]): Element[] =>
  elements
    .filter((element) => element.name !== "table" && element.attribs.role !== "row" && !isGrid(element))
    .flatMap((element) => [
      element,
      ...(isCell(element) ? [] : withoutInner(element.children.filter(isTag))),
    ]);

/** The cells of a row in its own order, or the boxes in it. */
export const cellsOf = (row: Element): Element[] => {
  if (isRow(row)) return tableCellsOf(row);
  const inner = row.children.filter(isTag);
  const cells = (row.attribs.role === "row" ? withoutInner(inner) : inner).filter(isCell);
  return cells.length > 0 ? cells : inner;
};

/** The cells of a row by column: those that span it from above, too. */
export const placedCells = (row: Element): readonly (Element | null)[] => {
  const table = isRow(row) ? tableOf(row) : undefined;
  return (table && columnsOf(row, table)) ?? cellsOf(row);
};
