/** Joins the pieces of a page into segments: text on one line without a wide gap. */
import { findGutters, isGutterBetween, isSpread } from "./gutters.ts";
import { groupByLine, runsOfPieces, type Segment, sizeOf, weigh } from "./lines.ts";
import type { Piece } from "./pieces.ts";

/** A wider gap, in heights of the font, separates columns or cells. A space is about 0.25. */
const WIDE_GAP = 1.1;
/** Lines whose sides are this close, in points, fill the same column. */
const SAME_SIDE = 1.5;

/** Removes doubles: some files print a text twice, slightly moved, to make it bold. */
const withoutDoubles = (pieces: readonly Piece[]): Piece[] =>
  pieces.filter(
    (piece, index) =>
      !pieces
        .slice(Math.max(0, index - 3), index)
        .some((other) => other.text === piece.text && Math.abs(other.x0 - piece.x0) < piece.size * 0.2),
  );

const toSegment = (pieces: readonly Piece[]): Segment => {
  const size = sizeOf(pieces);
  const y = pieces.find((piece) => piece.size === size)?.y ?? 0;
  return {
    pieces,
    y,
    size,
    bold: weigh(pieces, ({ bold }) => bold),
    x0: Math.min(...pieces.map(({ x0 }) => x0)),
    x1: Math.max(...pieces.map(({ x1 }) => x1)),
    y0: y - size * 0.8,
    y1: y + size * 0.2,
    text: runsOfPieces(pieces)
      .map(({ text }) => text)
      .join("")
      .trim(),
  };
};

/** Cuts a line where `isApart` says that a piece stands apart from what is before it. */
const cut = (line: readonly Piece[], isApart: (end: number, piece: Piece) => boolean): Piece[][] => {
  const parts: Piece[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const piece of line) {
    const last = parts.at(-1);
    if (last && !isApart(end, piece)) last.push(piece);
    else parts.push([piece]);
    end = Math.max(end, piece.x1);
  }
  return parts;
};

const cutAtWideGaps = (part: readonly Piece[]): Piece[][] =>
  cut(part, (end, { x0, size }) => x0 - end > size * WIDE_GAP);

interface Sides {
  readonly x0: number;
  readonly x1: number;
}

const sidesOf = (part: readonly Piece[]): Sides => ({
  x0: Math.min(...part.map(({ x0 }) => x0)),
  x1: Math.max(...part.map(({ x1 }) => x1)),
});

const isAlike = (left: Sides, right: Sides): boolean =>
  Math.abs(left.x0 - right.x0) <= SAME_SIDE && Math.abs(left.x1 - right.x1) <= SAME_SIDE;

/** How many lines of the same column are looked at on either side of a line. */
const NEIGHBOURS = 12;

export const toSegments = (pieces: readonly Piece[]): Segment[] => {
  const lines = groupByLine(pieces.map((piece) => ({ ...piece, y0: piece.y - piece.size, y1: piece.y }))).map(
    withoutDoubles,
  );
  const gutters = findGutters(lines);
  const parts = lines
    .flatMap((line) => cut(line, (end, piece) => isGutterBetween(end, piece, gutters)))
    .map((part) => ({ part, cells: cutAtWideGaps(part), sides: sidesOf(part) }));
  return parts
    .flatMap(({ part, cells, sides }, index) => {
      if (cells.length === 1 || !isSpread(part)) return cells;
      // Spaces of justified text grow without end, but its neighbours fill the same column.
      const near = parts.slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS);
      const isJustified = near.some((other) => other.cells.length === 1 && isAlike(other.sides, sides));
      return isJustified ? [part] : cells;
    })
    .map(toSegment);
};
