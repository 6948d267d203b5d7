/** Finds the gaps between columns, which may be as narrow as the spaces of justified text are wide. */

type Placed = Readonly<Record<"x0" | "x1" | "y" | "size", number>> & { readonly mark?: string | undefined };

/** A gap that stays free from line to line. */
export interface Gutter {
  x0: number;
  x1: number;
  /** It is closed when it gets narrower, in heights of the font. */
  minWidth: number;
  /** The baselines of its first and last line. */
  y0: number;
  y1: number;
  lines: number;
}

/** Of a gutter, in heights of the font: twice a space. */
const MIN_WIDTH = 0.5;
/** The same between texts that a file marks as separate: the cells of a table without padding. */
const MIN_WIDTH_OF_MARKS = 0.1;
/** Gaps between words may happen to lie below each other in fewer lines. */
const MIN_LINES = 5;
/** Pages with more pieces are drawings, or built to be slow. */
const MAX_PIECES = 20_000;
const MAX_OPEN = 200;
/** A gap is a gutter's own if the gutter takes this share of it. */
const OWN_SHARE = 0.8;
/** Baselines of one line may differ by this, in heights of the font. */
const SAME_LINE = 0.5;
/** In points. */
const NEAR = 1;

interface Gap {
  readonly x0: number;
  readonly x1: number;
}

const widthOf = ({ x0, x1 }: Gap): number => x1 - x0;

const gapsOf = (line: readonly Placed[]): (Gap & Pick<Gutter, "minWidth">)[] => {
  const gaps: (Gap & Pick<Gutter, "minWidth">)[] = [];
  let [end, before] = [line[0]?.x1 ?? 0, line[0]?.mark];
  for (const { x0, x1, size, mark } of line.slice(1)) {
    const areApart = mark !== undefined && before !== undefined && mark !== before;
    const minWidth = areApart ? MIN_WIDTH_OF_MARKS : MIN_WIDTH;
    if (x0 - end >= size * minWidth) gaps.push({ x0: end, x1: x0, minWidth });
    [end, before] = [Math.max(end, x1), mark];
  }
  return gaps;
};

/** The widest part of a gap that a line leaves free. */
const freeOf = (gap: Gap, line: readonly Placed[]): Gap => {
  let best: Gap = { x0: gap.x0, x1: gap.x0 };
  let start = gap.x0;
  for (const { x0, x1 } of line) {
    if (x1 <= gap.x0 || x0 >= gap.x1) continue;
    if (x0 - start > widthOf(best)) best = { x0: start, x1: x0 };
    start = Math.max(start, x1);
  }
  return gap.x1 - start > widthOf(best) ? { x0: start, x1: gap.x1 } : best;
};

/** Lines with text on both sides of a gutter show it; two on one side that reach it count as one. */
const weigh = ({ x0, x1 }: Gap, line: readonly Placed[]): number => {
  const isLeft = line.some((piece) => piece.x1 <= x0 + NEAR);
  const isRight = line.some((piece) => piece.x0 >= x1 - NEAR);
  if (isLeft && isRight) return 1;
  const isReached = line.some((piece) => Math.abs(piece.x1 - x0) <= NEAR || Math.abs(piece.x0 - x1) <= NEAR);
  return isReached ? 0.5 : 0;
};

/** @param lines pieces of each line from left to right, lines from top to bottom */
export const findGutters = (lines: readonly (readonly Placed[])[]): Gutter[] => {
  if (lines.reduce((sum, line) => sum + line.length, 0) > MAX_PIECES) return [];
  const found: Gutter[] = [];
  let open: Gutter[] = [];
  for (const line of lines) {
    const { y = 0, size = 0 } = line[0] ?? {};
    open = open.filter((gutter) => {
      const free = freeOf(gutter, line);
      if (widthOf(free) < size * gutter.minWidth) {
        if (gutter.lines >= MIN_LINES) found.push(gutter);
        return false;
      }
      const weight = weigh(free, line);
      if (weight > 0) Object.assign(gutter, free, { y1: y, lines: gutter.lines + weight });
      return true;
    });
    for (const gap of gapsOf(line)) {
      const isKnown = open.some(
        (gutter) => gutter.x0 >= gap.x0 && gutter.x1 <= gap.x1 && widthOf(gutter) >= widthOf(gap) * OWN_SHARE,
      );
      if (!isKnown && open.length < MAX_OPEN) open.push({ ...gap, y0: y, y1: y, lines: 1 });
    }
  }
  return [...found, ...open.filter(({ lines: count }) => count >= MIN_LINES)];
};

/** Whether a gutter lies between two neighbours of one line. */
export const isGutterBetween = (end: number, next: Placed, gutters: readonly Gutter[]): boolean =>
  gutters.some(
    ({ x0, x1, y0, y1 }) =>
      next.y >= y0 - next.size * SAME_LINE &&
      next.y <= y1 + next.size * SAME_LINE &&
      x0 >= end - NEAR &&
      x1 <= next.x0 + NEAR,
  );

/** Gaps of a justified line differ by no more than this. */
const MAX_RATIO = 1.35;

/** Whether words are spread evenly over a line. A table's cells are not, or a gutter lies between them. */
export const isSpread = (words: readonly Placed[]): boolean => {
  if (words.length < 3) return false;
  const gaps = words.slice(1).map(({ x0 }, index) => x0 - (words[index]?.x1 ?? 0));
  return Math.max(...gaps) <= Math.min(...gaps) * MAX_RATIO;
};
