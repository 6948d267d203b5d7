/** Builds the HTML of a text document from what its file says in order: paragraphs, items, tables, notes. */
import { type Cell, createWriter, type Row, type Run, textOfRuns } from "../html.ts";
import { createLists } from "../lists.ts";

export interface Shape {
  /** Of a heading, 1 to 6. */
  readonly heading?: number | undefined;
  readonly item?: { readonly level: number; readonly isNumbered: boolean } | undefined;
}

interface OpenCell {
  readonly runs: Run[];
  readonly columns: number;
  readonly rows: number;
  readonly isCovered: boolean;
}

interface OpenTable {
  readonly rows: { cells: OpenCell[] }[];
  cell: OpenCell | null;
}

/** Cells that are covered by those above them make these taller. */
const settleRows = (rows: OpenTable["rows"]): Row[] => {
  const above = new Map<number, OpenCell & { height: number }>();
  return rows
    .map(({ cells }) => {
      const kept: (OpenCell & { height: number })[] = [];
      let column = 0;
      for (const cell of cells) {
        const top = above.get(column);
        if (cell.isCovered && top) top.height++;
        else {
          const own = { ...cell, height: cell.rows };
          above.set(column, own);
          kept.push(own);
        }
        column += cell.columns;
      }
      return kept;
    })
    .map((cells) => ({
      cells: cells.map(({ runs, columns, height }): Cell => ({ runs, columns, rows: height })),
    }));
};

const hasText = (runs: readonly Run[]): boolean => runs.some(({ text }) => text.trim() !== "");

export const createTextBuilder = () => {
  const writer = createWriter();
  const lists = createLists(writer);
  const tables: OpenTable[] = [];
  let runs: Run[] = [];

  const write = ({ heading, item }: Shape): void => {
    if (item) {
      lists.item({ runs, ...item });
      return;
    }
    lists.end();
    if (heading === undefined) writer.block("p", runs);
    else
      writer.block(
        `h${Math.min(6, heading)}`,
        runs.map(({ text, href }) => ({ text, href })),
      );
  };

  const writeTable = ({ rows }: OpenTable): void => {
    const settled = settleRows(rows).filter(({ cells }) => cells.some((cell) => hasText(cell.runs)));
    const outer = tables.at(-1)?.cell;
    if (settled.length === 0) return;
    lists.end();
    if (outer) {
      // A table in a cell is written as its lines.
      for (const { cells } of settled)
        outer.runs.push(
          { text: "\n" },
          { text: cells.map((cell) => textOfRuns(cell.runs).trim()).join(" | ") },
        );
    } else if (settled.every(({ cells }) => cells.length === 1)) {
      // Boxes around text are no tables.
      for (const { cells } of settled) writer.block("p", cells[0]?.runs ?? []);
    } else writer.table(settled);
  };

  return {
    writer,
    /** Adds text to the open paragraph. */
    text: (text: string, look: Omit<Run, "text"> = {}): void => {
      if (text !== "") runs.push({ text, ...look });
    },
    /** Ends a paragraph. In a cell, it is one of its lines. */
    endParagraph: (shape: Shape = {}): void => {
      const cell = tables.at(-1)?.cell;
      if (!cell) write(shape);
      else if (hasText(runs)) cell.runs.push(...(hasText(cell.runs) ? [{ text: "\n" }] : []), ...runs);
      runs = [];
    },
    startTable: (): void => {
      if (hasText(runs) && tables.length === 0) write({});
      tables.push({ rows: [], cell: null });
    },
    startRow: (): void => {
      tables.at(-1)?.rows.push({ cells: [] });
    },
    startCell: (): void => {
      const table = tables.at(-1);
      if (table) table.cell = { runs: [], columns: 1, rows: 1, isCovered: false };
    },
    shapeCell: (shape: Partial<Omit<OpenCell, "runs">>): void => {
      const table = tables.at(-1);
      if (table?.cell) table.cell = { ...table.cell, ...shape };
    },
    endCell: (): void => {
      const table = tables.at(-1);
      if (!table?.cell) return;
      if (hasText(runs)) table.cell.runs.push({ text: "\n" }, ...runs);
      runs = [];
      table.rows.at(-1)?.cells.push(table.cell);
      table.cell = null;
    },
    endTable: (): void => {
      const table = tables.pop();
      if (table) writeTable(table);
    },
    /** Ends the document. @returns its body */
    end: (): string => {
      if (hasText(runs)) write({});
      lists.end();
      return writer.body();
    },
  };
};

export type TextBuilder = ReturnType<typeof createTextBuilder>;
