/** Tables of RTF: rows follow each other, and a table is those without a paragraph in between. */
import type { TextBuilder } from "../builder.ts";

/** How a cell is merged with its neighbours. */
interface CellShape {
  continuesColumns: boolean;
  continuesRows: boolean;
  /** Its right edge, in twentieths of a point. */
  right: number;
}

const newShape = (): CellShape => ({ continuesColumns: false, continuesRows: false, right: 0 });

/** Edges of rows that are meant to be the same differ by this much. */
const SAME_EDGE = 40;

export const createRows = (builder: TextBuilder) => {
  let shapes: CellShape[] = [];
  let next = newShape();
  let [isTable, isRow, isCell] = [false, false, false];
  let column = 0;
  /** Right edges of the table's columns, as far as they are known: those of its row with most cells. */
  let edges: readonly number[] = [];

  const openCell = (): void => {
    if (!isTable) builder.startTable();
    if (!isRow) {
      builder.startRow();
      column = 0;
    }
    if (!isCell) builder.startCell();
    [isTable, isRow, isCell] = [true, true, true];
  };
  /** How many columns the cell at a place covers. */
  const widthAt = (place: number): number => {
    const left = shapes[place - 1]?.right ?? Number.NEGATIVE_INFINITY;
    let last = place;
    while (shapes[last + 1]?.continuesColumns) last++;
    const right = shapes[last]?.right ?? 0;
    return Math.max(1, edges.filter((edge) => edge > left + SAME_EDGE && edge <= right + SAME_EDGE).length);
  };
  return {
    /** A row's definition starts. */
    define: (): void => {
      shapes = [];
      next = newShape();
    },
    /** Words of a row's definition. @returns whether it is one */
    word: (name: string, value = 0): boolean => {
      if (name === "cellx") {
        shapes.push({ ...next, right: value });
        next = newShape();
        if (shapes.length > edges.length) edges = shapes.map(({ right }) => right);
      } else if (name === "clmrg") next.continuesColumns = true;
      else if (name === "clvmrg") next.continuesRows = true;
      else return false;
      return true;
    },
    /** Text, or the end of a paragraph, is next. */
    enter: (isInTable: boolean): void => {
      if (isInTable) openCell();
      else if (isTable && !isRow) {
        builder.endTable();
        [isTable, edges] = [false, []];
      }
    },
    endCell: (): void => {
      const shape = shapes[column];
      // The rest of a cell that covers several columns, which has no text of its own.
      const isRest = shape?.continuesColumns === true && !isCell;
      if (!isRest) {
        openCell();
        builder.shapeCell({ columns: widthAt(column), isCovered: shape?.continuesRows === true });
        builder.endCell();
        isCell = false;
      }
      column++;
    },
    endRow: (): void => {
      if (isCell) builder.endCell();
      [isRow, isCell] = [false, false];
    },
    end: (): void => {
      if (isCell) builder.endCell();
      if (isTable) builder.endTable();
      [isTable, isRow, isCell] = [false, false, false];
    },
  };
};
