/** Which cell of a table stands in which column of a row, where cells span several rows or columns. */
import type { Element } from "domhandler";
import { cellsOf, rowsOf, spanOf } from "../page/tables.ts";
import { rememberedFor } from "../vocabulary/remember.ts";

/** The cells of a row by column, with those that span it from above; null where there is none. */
export type Columns = readonly (Element | null)[];

const MAX_SPAN = 1_000;
const MAX_COLUMNS = 1_000;
/** Cells laid out of one table; the rows after them are read as they are written. */
const MAX_CELLS = 1_000_000;

const spans = ({ attribs: { rowspan, colspan } }: Element): boolean =>
  spanOf(rowspan, MAX_SPAN) > 1 || spanOf(colspan, MAX_SPAN) > 1;

interface Spanning {
  readonly cell: Element | null;
  readonly down: number;
}

/** The rows of a table by column; null if no cell spans others. */
const layOut = rememberedFor((table: Element): ReadonlyMap<Element, Columns> | null => {
  const rows = rowsOf(table);
  if (!rows.some((row) => cellsOf(row).some(spans))) return null;
  const laid = new Map<Element, Columns>();
  let above: (Spanning | undefined)[] = [];
  let section = rows[0]?.parent;
  let left = MAX_CELLS;
  for (const row of rows) {
    // A cell spans no rows of the next section.
    if (row.parent !== section) above = [];
    section = row.parent;
    const columns: (Element | null)[] = [];
    const next: (Spanning | undefined)[] = [];
    const put = (cell: Element | null, down: number): void => {
      if (down > 1) next[columns.length] = { cell, down: down - 1 };
      columns.push(cell);
    };
    const putAbove = (): void => {
      for (let over = above[columns.length]; over; over = above[columns.length]) put(over.cell, over.down);
    };
    for (const cell of cellsOf(row)) {
      putAbove();
      // A head names each of its columns. A value is that of the first.
      const rest = cell.name === "th" ? cell : null;
      for (let at = 0; at < spanOf(cell.attribs.colspan, MAX_SPAN) && columns.length < MAX_COLUMNS; at++)
        put(at === 0 ? cell : rest, spanOf(cell.attribs.rowspan, MAX_SPAN));
    }
    putAbove();
    left -= columns.length;
    if (left < 0) break;
    laid.set(row, columns);
    above = next;
  }
  return laid;
});

/** The cells of a table's row by column; null if no cell of the table spans others. */
export const columnsOf = (row: Element, table: Element): Columns | null => layOut(table)?.get(row) ?? null;
