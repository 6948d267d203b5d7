/** Finds the reading order of a page: text set in columns is read one column after the other. */
import type { Box } from "./pieces.ts";

/** Text or a table, with its width. `chars` is 0 for a table. */
export interface Item extends Box {
  readonly size: number;
  readonly chars: number;
}

const MIN_LINES = 3;
/** A gutter, in heights of the font. */
const MIN_GUTTER = 0.7;
/** Prose fills its column: at least half of the lines reach this share of its width. */
const FULL_SHARE = 0.72;
const MIN_CHARS = 16;
const MAX_ITEMS = 3_000;
const MAX_DEPTH = 5;
const MARGIN = 1;

const widthOf = (items: readonly Box[]): { x0: number; x1: number; y0: number; y1: number } => ({
  x0: Math.min(...items.map(({ x0 }) => x0)),
  x1: Math.max(...items.map(({ x1 }) => x1)),
  y0: Math.min(...items.map(({ y0 }) => y0)),
  y1: Math.max(...items.map(({ y1 }) => y1)),
});

const isProse = (items: readonly Item[]): boolean => {
  const lines = items.filter(({ chars }) => chars > 0);
  if (lines.length < MIN_LINES) return false;
  const { x0, x1 } = widthOf(items);
  const full = lines.filter((line) => line.x1 - line.x0 >= (x1 - x0) * FULL_SHARE).length;
  const chars = lines.reduce((sum, line) => sum + line.chars, 0);
  return full * 2 >= lines.length && chars / lines.length >= MIN_CHARS;
};

/** Whether two sides of a gutter are columns of text, not those of a table. */
const areColumns = (left: readonly Item[], right: readonly Item[]): boolean => {
  if (left.length === 0 || right.length === 0 || !isProse(left) || !isProse(right)) return false;
  const [a, b] = [widthOf(left), widthOf(right)];
  const sizes = [...left, ...right].map((item) => item.size).sort((small, large) => small - large);
  const size = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return b.x0 - a.x1 >= size * MIN_GUTTER && shared >= Math.min(a.y1 - a.y0, b.y1 - b.y0) * 0.4;
};

interface Band<T> {
  readonly left: T[];
  readonly right: T[];
  /** Items that cross the gutter. */
  readonly across: T[];
}

/** Cuts a page at a gutter: above, between and below the items that cross it. */
const bandsAt = <T extends Item>(items: readonly T[], gutter: number): Band<T>[] => {
  const bands: Band<T>[] = [];
  for (const item of items) {
    const isAcross = item.x0 < gutter - MARGIN && item.x1 > gutter + MARGIN;
    const last = bands.at(-1);
    const band = last && last.across.length > 0 === isAcross ? last : { left: [], right: [], across: [] };
    if (band !== last) bands.push(band);
    (isAcross ? band.across : item.x1 <= gutter + MARGIN ? band.left : band.right).push(item);
  }
  return bands;
};

/** Lines in columns, less those that cross the gutter. */
const countColumns = <T extends Item>(bands: readonly Band<T>[]): number =>
  bands.reduce(
    (sum, { left, right, across }) =>
      sum + (areColumns(left, right) ? left.length + right.length : -across.length),
    0,
  );

const guttersOf = (items: readonly Item[]): number[] => {
  const ends = items.map(({ x1 }) => x1).sort((left, right) => left - right);
  const found: number[] = [];
  for (const end of ends)
    if (found.length === 0 || end - (found.at(-1) ?? 0) > 2) found.push(end);
    else found[found.length - 1] = end;
  return found.map((end) => end + MARGIN);
};

/**
 * The parts of a page in reading order; within a part, items are read line by line.
 *
 * @param isRightToLeft whether the right column comes first
 */
export const splitColumns = <T extends Item>(
  items: readonly T[],
  isRightToLeft: boolean,
  depth = 0,
): T[][] => {
  const ordered = items.toSorted((left, right) => left.y0 - right.y0 || left.x0 - right.x0);
  if (ordered.length < MIN_LINES * 2 || ordered.length > MAX_ITEMS || depth >= MAX_DEPTH) return [ordered];
  let best: { bands: Band<T>[]; count: number } = { bands: [], count: 0 };
  for (const gutter of guttersOf(ordered)) {
    const bands = bandsAt(ordered, gutter);
    const count = countColumns(bands);
    if (count > best.count) best = { bands, count };
  }
  if (best.bands.length === 0) return [ordered];
  const parts: T[][] = [];
  let rest: T[] = [];
  const flush = (): void => {
    if (rest.length > 0) parts.push(...splitColumns(rest, isRightToLeft, depth + 1));
    rest = [];
  };
  for (const { left, right, across } of best.bands) {
    if (!areColumns(left, right)) {
      rest.push(...left, ...right, ...across);
      continue;
    }
    flush();
    for (const side of isRightToLeft ? [right, left] : [left, right])
      parts.push(...splitColumns(side, isRightToLeft, depth + 1));
  }
  flush();
  return parts;
};
