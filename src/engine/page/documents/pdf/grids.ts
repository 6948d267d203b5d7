/** Finds tables that are drawn with rules. */
import type { Box, Rule } from "./pieces.ts";

export interface GridCell extends Box {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

export interface Grid extends Box {
  readonly cells: readonly GridCell[];
  readonly rowCount: number;
  readonly columnCount: number;
}

const NEAR = 2.5;
/** Larger drawings are charts. */
const MAX_LINES = 1_500;
const MAX_CELLS = 20_000;

const isFlat = ({ y0, y1 }: Rule): boolean => y0 === y1;

/** Joins rules that continue each other. `at` is where they lie, `from` and `to` how far they reach. */
const joinAlong = (parts: readonly { at: number; from: number; to: number }[]) => {
  const joined: { at: number; from: number; to: number }[] = [];
  for (const part of parts.toSorted((left, right) => left.at - right.at || left.from - right.from)) {
    const same = joined.findLast(
      ({ at, to, from }) => part.at - at <= NEAR && part.from <= to + NEAR && part.to >= from - NEAR,
    );
    if (same) Object.assign(same, { from: Math.min(same.from, part.from), to: Math.max(same.to, part.to) });
    else joined.push({ ...part });
  }
  return joined;
};

/** Distinct positions, in order. */
const positionsOf = (values: readonly number[]): number[] => {
  const found: number[] = [];
  for (const value of values.toSorted((left, right) => left - right))
    if (found.length === 0 || value - (found.at(-1) ?? 0) > NEAR) found.push(value);
  return found;
};

type Span = { at: number; from: number; to: number };

/** Groups of rules that cross or touch each other. */
const groupsOf = (flat: readonly Span[], upright: readonly Span[]): { flat: Span[]; upright: Span[] }[] => {
  const owner = new Map<Span, number>();
  const parents: number[] = [];
  const find = (index: number): number => {
    let at = index;
    while (parents[at] !== at) at = parents[at] ?? at;
    return at;
  };
  const ownerOf = (span: Span): number => {
    const known = owner.get(span);
    if (known !== undefined) return find(known);
    parents.push(parents.length);
    owner.set(span, parents.length - 1);
    return parents.length - 1;
  };
  for (const h of flat)
    for (const v of upright)
      if (v.at >= h.from - NEAR && v.at <= h.to + NEAR && h.at >= v.from - NEAR && h.at <= v.to + NEAR)
        parents[ownerOf(h)] = ownerOf(v);
  const groups = new Map<number, { flat: Span[]; upright: Span[] }>();
  const put = (span: Span, kind: "flat" | "upright"): void => {
    const known = owner.get(span);
    if (known === undefined) return;
    const root = find(known);
    const group = groups.get(root) ?? { flat: [], upright: [] };
    group[kind].push(span);
    groups.set(root, group);
  };
  for (const h of flat) put(h, "flat");
  for (const v of upright) put(v, "upright");
  return [...groups.values()];
};

const covers = (spans: readonly Span[], at: number, from: number, to: number): boolean => {
  const middle = (from + to) / 2;
  return spans.some((span) => Math.abs(span.at - at) <= NEAR && span.from <= middle && span.to >= middle);
};

/** The cells of a grid, those without a rule between them joined. Joined cells that are no rectangle stay apart. */
const cellsOf = (
  xs: readonly number[],
  ys: readonly number[],
  flat: readonly Span[],
  upright: readonly Span[],
): GridCell[] => {
  const [rowCount, columnCount] = [ys.length - 1, xs.length - 1];
  const taken = new Set<number>();
  const isOpenRight = (row: number, column: number): boolean =>
    column + 1 < columnCount && !covers(upright, xs[column + 1] ?? 0, ys[row] ?? 0, ys[row + 1] ?? 0);
  const isOpenBelow = (row: number, column: number): boolean =>
    row + 1 < rowCount && !covers(flat, ys[row + 1] ?? 0, xs[column] ?? 0, xs[column + 1] ?? 0);
  const cells: GridCell[] = [];
  for (let row = 0; row < rowCount; row++)
    for (let column = 0; column < columnCount; column++) {
      if (taken.has(row * columnCount + column)) continue;
      let columns = 1;
      while (isOpenRight(row, column + columns - 1) && !taken.has(row * columnCount + column + columns))
        columns++;
      let rows = 1;
      const isRowOpen = (last: number): boolean =>
        Array.from({ length: columns }, (_, index) => isOpenBelow(last, column + index)).every(Boolean) &&
        Array.from({ length: columns - 1 }, (_, index) => isOpenRight(last + 1, column + index)).every(
          Boolean,
        );
      while (isRowOpen(row + rows - 1)) rows++;
      for (let r = row; r < row + rows; r++)
        for (let c = column; c < column + columns; c++) taken.add(r * columnCount + c);
      const [x0 = 0, x1 = 0, y0 = 0, y1 = 0] = [xs[column], xs[column + columns], ys[row], ys[row + rows]];
      cells.push({ row, column, rows, columns, x0, x1, y0, y1 });
    }
  return cells;
};

const toGrid = (flat: readonly Span[], upright: readonly Span[]): Grid | null => {
  const ends = (spans: readonly Span[]): number[] =>
    spans.length === 0
      ? []
      : [Math.min(...spans.map(({ from }) => from)), Math.max(...spans.map(({ to }) => to))];
  const withEnds = (inner: readonly number[], outer: readonly number[]): number[] =>
    positionsOf([...inner, ...outer.filter((end) => inner.every((at) => Math.abs(at - end) > NEAR * 2))]);
  // Tables may have no rules at their sides.
  const xs = withEnds(positionsOf(upright.map(({ at }) => at)), ends(flat));
  const ys = withEnds(positionsOf(flat.map(({ at }) => at)), ends(upright));
  if (xs.length < 3 || ys.length < 3 || xs.length * ys.length > MAX_CELLS) return null;
  const cells = cellsOf(xs, ys, flat, upright);
  const rowCount = ys.length - 1;
  const columnCount = xs.length - 1;
  if (cells.length < 4) return null;
  return {
    cells,
    rowCount,
    columnCount,
    x0: xs[0] ?? 0,
    x1: xs.at(-1) ?? 0,
    y0: ys[0] ?? 0,
    y1: ys.at(-1) ?? 0,
  };
};

const spansOf = (rules: readonly Rule[]): { flat: Span[]; upright: Span[] } => ({
  flat: joinAlong(rules.filter(isFlat).map(({ x0, x1, y0 }) => ({ at: y0, from: x0, to: x1 }))),
  upright: joinAlong(
    rules.filter((rule) => !isFlat(rule)).map(({ x0, y0, y1 }) => ({ at: x0, from: y0, to: y1 })),
  ),
});

export const findGrids = (rules: readonly Rule[]): Grid[] => {
  const { flat, upright } = spansOf(rules);
  if (flat.length + upright.length > MAX_LINES) return [];
  return groupsOf(flat, upright).flatMap((group) => toGrid(group.flat, group.upright) ?? []);
};

/** Where a page has horizontal rules, whatever they belong to. */
export const flatRules = (rules: readonly Rule[]): readonly { at: number; from: number; to: number }[] =>
  joinAlong(rules.filter(isFlat).map(({ x0, x1, y0 }) => ({ at: y0, from: x0, to: x1 })));

export const isInside = ({ x0, x1, y0, y1 }: Box, outer: Box): boolean => {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return x >= outer.x0 - NEAR && x <= outer.x1 + NEAR && y >= outer.y0 - NEAR && y <= outer.y1 + NEAR;
};
