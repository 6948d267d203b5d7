/** Reads tables: those in grids of rules, and those whose cells are only aligned. */
import { type Cell, type Row, textOfRuns } from "../html.ts";
import type { TableBlock } from "./blocks.ts";
import { type Grid, isInside } from "./grids.ts";
import { type Line, runsOf, type Segment, type Words } from "./lines.ts";
import type { Piece } from "./pieces.ts";
import { toSegments } from "./segments.ts";

/** Reads a grid's cells. `rest` are the pieces outside. */
export const readGrid = (
  grid: Grid,
  pieces: readonly Piece[],
  page: number,
  words: Words,
): TableBlock | null => {
  const rows: { row: number; cells: (Cell & { text: string })[] }[] = Array.from(
    { length: grid.rowCount },
    (_, row) => ({ row, cells: [] }),
  );
  for (const { row, rows: height, columns, ...box } of grid.cells) {
    const own = pieces.filter((piece) =>
      isInside({ ...piece, y0: piece.y - piece.size * 0.7, y1: piece.y }, box),
    );
    const runs = runsOf(toSegments(own), words);
    rows[row]?.cells.push({ runs, rows: height, columns, text: textOfRuns(runs).trim() });
  }
  const filled = rows.filter(({ cells }) => cells.some(({ text }) => text !== ""));
  const texts = filled.flatMap(({ cells }) => cells.filter(({ text }) => text !== ""));
  // Boxes around paragraphs, charts and forms to fill in are no tables.
  if (filled.length < 2 || texts.length < 3 || Math.max(...filled.map(({ cells }) => cells.length)) < 2)
    return null;
  return {
    kind: "table",
    rows: filled.map(({ cells }): Row => ({ cells, page })),
    page,
    columns: grid.columnCount,
    isFirst: false,
  };
};

interface Column {
  x0: number;
  x1: number;
}

/** Lines that differ by more than this, in heights of the font, belong to no common table. */
const MAX_PITCH = 3.2;
const MIN_FILLED = 0.5;
const MAX_COLUMNS = 40;

const mostFrequent = (counts: readonly number[]): number => {
  const tally = new Map<number, number>();
  for (const count of counts) tally.set(count, (tally.get(count) ?? 0) + 1);
  return [...tally].sort((left, right) => right[1] - left[1] || right[0] - left[0])[0]?.[0] ?? 0;
};

/** Columns as the lines with the usual number of cells show them. */
const columnsOf = (lines: readonly Line[]): Column[] => {
  const usual = mostFrequent(lines.map(({ segments }) => segments.length).filter((count) => count > 1));
  const model = lines.filter(({ segments }) => segments.length >= usual && segments.length > 1);
  const columns: Column[] = [];
  for (const { x0, x1 } of model
    .flatMap(({ segments }) => segments)
    .sort((left, right) => left.x0 - right.x0)) {
    const last = columns.at(-1);
    if (last && x0 < last.x1 - 1) last.x1 = Math.max(last.x1, x1);
    else columns.push({ x0, x1 });
  }
  return columns;
};

const overlap = (segment: Segment, column: Column): number =>
  Math.min(segment.x1, column.x1) - Math.max(segment.x0, column.x0);

/** The first and last column that a segment lies in. */
const placeOf = (segment: Segment, columns: readonly Column[]): readonly [first: number, last: number] => {
  const hit = columns.flatMap((column, index) => (overlap(segment, column) > 1 ? [index] : []));
  const [first] = hit;
  if (first !== undefined) return [first, hit.at(-1) ?? first];
  const middle = (segment.x0 + segment.x1) / 2;
  const near = columns.reduce(
    (best, { x0, x1 }, index) => {
      const off = Math.abs((x0 + x1) / 2 - middle);
      return off < best.off ? { index, off } : best;
    },
    { index: 0, off: Number.POSITIVE_INFINITY },
  );
  return [near.index, near.index];
};

interface Placed {
  readonly segment: Segment;
  readonly first: number;
  readonly last: number;
}

type FlatRule = { readonly at: number; readonly from: number; readonly to: number };

/** Whether a line continues the row above: it leaves the first column empty, or no rule is between them. */
const isContinued = (
  above: readonly Placed[],
  line: readonly Placed[],
  rules: readonly FlatRule[],
  isRuled: boolean,
): boolean => {
  const [top, bottom] = [above.at(-1)?.segment.y ?? 0, line[0]?.segment.y ?? 0];
  if (isRuled) return !rules.some(({ at }) => at > top && at < bottom);
  const size = line[0]?.segment.size ?? 1;
  const isClose = bottom - top <= size * 1.5;
  return isClose && line.every(({ first }) => first > 0) && line.length < above.length;
};

const toRow = (placed: readonly Placed[], count: number, page: number, words: Words): Row => {
  const cells: Cell[] = [];
  for (let column = 0; column < count; ) {
    const own = placed.filter(({ first }) => first === column);
    const last = Math.max(column, ...own.map((each) => each.last));
    cells.push({
      runs: runsOf(
        own.map(({ segment }) => segment),
        words,
      ),
      columns: last - column + 1,
    });
    column = last + 1;
  }
  return { cells, page };
};

/** The table in a sequence of lines, or null. */
export const readAligned = (
  lines: readonly Line[],
  flatRules: readonly FlatRule[],
  page: number,
  words: Words,
): TableBlock | null => {
  const columns = columnsOf(lines);
  if (columns.length < 2 || columns.length > MAX_COLUMNS) return null;
  const [x0, x1] = [columns[0]?.x0 ?? 0, columns.at(-1)?.x1 ?? 0];
  const [top, bottom] = [lines[0]?.y0 ?? 0, lines.at(-1)?.y1 ?? 0];
  const rules = flatRules.filter(
    ({ at, from, to }) => at > top && at < bottom && Math.min(to, x1) - Math.max(from, x0) > (x1 - x0) * 0.6,
  );
  const isRuled = rules.length >= 2 && rules.length * 3 >= lines.length;
  const rows: Placed[][] = [];
  for (const { segments } of lines) {
    const placed = segments.map((segment): Placed => {
      const [first, last] = placeOf(segment, columns);
      return { segment, first, last };
    });
    const above = rows.at(-1);
    if (above && isContinued(above, placed, rules, isRuled)) above.push(...placed);
    else rows.push(placed);
  }
  const filled = rows.reduce((sum, row) => sum + new Set(row.map(({ first }) => first)).size, 0);
  if (
    rows.length < 2 ||
    (rows.length < 3 && columns.length < 3) ||
    filled / (rows.length * columns.length) < MIN_FILLED
  )
    return null;
  return {
    kind: "table",
    rows: rows.map((row) => toRow(row, columns.length, page, words)),
    page,
    columns: columns.length,
    isFirst: false,
  };
};

const isMulti = ({ segments }: Line): boolean => segments.length > 1;

/** Whether a line without cells continues a cell of the table above. */
const isWithin = (line: Line, table: readonly Line[]): boolean => {
  const first = table[0];
  return first !== undefined && line.x0 > (first.segments[0]?.x1 ?? 0);
};

/** The runs of lines that may be tables, as indices: from, and to but not with. */
export const findAligned = (lines: readonly Line[]): readonly (readonly [from: number, to: number])[] => {
  const runs: [number, number][] = [];
  for (let from = 0; from < lines.length; from++) {
    const start = lines[from];
    if (!start || !isMulti(start)) continue;
    let to = from + 1;
    for (let at = to; at < lines.length; at++) {
      const [line, above] = [lines[at], lines[at - 1]];
      if (!line || !above || line.y - above.y > Math.max(line.size, above.size) * MAX_PITCH) break;
      if (isMulti(line) || isWithin(line, lines.slice(from, to))) to = at + 1;
      else if (at - to >= 1 || line.x1 > (start.segments.at(-1)?.x0 ?? 0)) break;
    }
    runs.push([from, to]);
    from = to - 1;
  }
  return runs;
};
