/** Puts the segments of a page together to lines and running text. */
import type { Run } from "../html.ts";
import type { Box, Piece } from "./pieces.ts";

/** Pieces of one line without a wide gap between them. */
export interface Segment extends Box {
  readonly pieces: readonly Piece[];
  /** The baseline. */
  readonly y: number;
  readonly size: number;
  readonly bold: boolean;
  readonly text: string;
}

/** Segments on one baseline, from left to right. */
export interface Line extends Box {
  readonly segments: readonly Segment[];
  readonly y: number;
  readonly size: number;
  readonly bold: boolean;
}

/** In heights of the font. */
const SPACE = 0.13;
/** Baselines this close, in heights of the font, are one line; super- and subscripts may be further off. */
const SAME_LINE = 0.3;
const SCRIPT_OFF = 0.6;
const SCRIPT_SIZE = 0.8;
const WIDE_SCRIPT_GAP = 0.5;

const WIDE_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

type Placed = Box & { readonly y: number; readonly size: number };

export const isOneLine = (left: Placed, right: Placed): boolean => {
  const off = Math.abs(left.y - right.y);
  const [small, large] = [Math.min(left.size, right.size), Math.max(left.size, right.size)];
  if (off <= small * SAME_LINE) return true;
  // A super- or subscript stands directly beside its word.
  const gap = Math.max(left.x0, right.x0) - Math.min(left.x1, right.x1);
  return (
    small <= large * SCRIPT_SIZE &&
    off <= large * SCRIPT_OFF &&
    gap <= small * WIDE_SCRIPT_GAP &&
    gap > -small
  );
};

/** How many of the latest lines a part may belong to: columns have lines at different heights. */
const LATEST = 8;

/** Groups what has a baseline into lines, from top to bottom. */
export const groupByLine = <T extends Placed>(parts: readonly T[]): T[][] => {
  const groups: { y: number; size: number; parts: T[] }[] = [];
  for (const part of parts.toSorted((left, right) => left.y - right.y || left.x0 - right.x0)) {
    const near = groups
      .slice(-LATEST)
      .find(
        (group) =>
          Math.abs(group.y - part.y) <= Math.min(group.size, part.size) * SAME_LINE ||
          group.parts.some((other) => isOneLine(other, part)),
      );
    if (!near) groups.push({ y: part.y, size: part.size, parts: [part] });
    else {
      near.parts.push(part);
      if (part.size > near.size) Object.assign(near, { y: part.y, size: part.size });
    }
  }
  return groups
    .sort((left, right) => left.y - right.y)
    .map((group) => group.parts.sort((left, right) => left.x0 - right.x0));
};

export const weigh = (pieces: readonly Piece[], test: (piece: Piece) => boolean): boolean => {
  const all = pieces.reduce((sum, { text }) => sum + text.length, 0);
  return pieces.reduce((sum, piece) => sum + (test(piece) ? piece.text.length : 0), 0) * 2 > all;
};

export const isRightToLeft = (pieces: readonly Piece[]): boolean =>
  weigh(pieces, ({ rightToLeft }) => rightToLeft);

const inOrder = (pieces: readonly Piece[]): readonly Piece[] =>
  isRightToLeft(pieces) ? pieces.toReversed() : pieces;

const gapBetween = (left: Piece, right: Piece): number => Math.max(right.x0 - left.x1, left.x0 - right.x1);

const isApart = (left: Piece, right: Piece): boolean =>
  right.isSpaced || gapBetween(left, right) > Math.min(left.size, right.size) * SPACE;

/** The runs of one line. */
export const runsOfPieces = (pieces: readonly Piece[]): Run[] =>
  inOrder(pieces).flatMap((piece, index, all): Run[] => {
    const { text, href, bold, italic } = piece;
    const before = all[index - 1];
    const isSpaceDue = before && !/\s$/.test(before.text) && !/^\s/.test(text) && isApart(before, piece);
    return [...(isSpaceDue ? [{ text: " " }] : []), { text, href, bold, italic }];
  });

export const sizeOf = (pieces: readonly Piece[]): number => {
  const chars = new Map<number, number>();
  for (const { size, text } of pieces) chars.set(size, (chars.get(size) ?? 0) + text.length);
  return [...chars].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0];
};

export const toLines = (segments: readonly Segment[]): Line[] =>
  groupByLine(segments).map((parts) => ({
    segments: parts,
    y: parts.reduce((best, part) => (part.size > best.size ? part : best)).y,
    size: sizeOf(parts.flatMap(({ pieces }) => pieces)),
    bold: parts.every(({ bold }) => bold),
    x0: Math.min(...parts.map(({ x0 }) => x0)),
    x1: Math.max(...parts.map(({ x1 }) => x1)),
    y0: Math.min(...parts.map(({ y0 }) => y0)),
    y1: Math.max(...parts.map(({ y1 }) => y1)),
  }));

/** Words that a document has within its lines. They tell a hyphen at a line's end from a divided word. */
export type Words = ReadonlySet<string>;

const DIVIDED = /(\p{L}+)[-\u00ad\u2010]$/u;

/** Whether the hyphen at the end of `before` splits a word that continues in `after`. */
const isDivided = (before: string, after: string, words: Words): boolean => {
  const head = DIVIDED.exec(before)?.[1];
  const tail = /^\p{L}+/u.exec(after)?.[0];
  if (head === undefined || tail === undefined) return false;
  if (/\u00ad$/.test(before)) return true;
  if (!/^\p{Ll}/u.test(tail)) return false;
  const [whole, hyphened] = [`${head}${tail}`.toLowerCase(), `${head}-${tail}`.toLowerCase()];
  return words.has(whole) || !words.has(hyphened);
};

/** Joins the runs of lines to running text. */
export const joinLines = (lines: readonly (readonly Run[])[], words: Words): Run[] => {
  const joined: Run[] = [];
  for (const line of lines) {
    const [first, last] = [line.find(({ text }) => text.trim() !== ""), joined.at(-1)];
    if (!first) continue;
    const before = last?.text.trimEnd() ?? "";
    const after = first.text.trimStart();
    if (last && isDivided(before, after, words))
      joined[joined.length - 1] = { ...last, text: before.replace(/.$/u, "") };
    else if (
      last &&
      !/[-\u2010/]$/.test(before) &&
      !(WIDE_SCRIPT.test(before.at(-1) ?? "") && WIDE_SCRIPT.test(after[0] ?? ""))
    )
      joined.push({ text: " " });
    joined.push(...line);
  }
  return joined;
};

export const runsOf = (segments: readonly Segment[], words: Words): Run[] =>
  joinLines(
    toLines(segments).map(({ segments: parts }) => runsOfPieces(parts.flatMap(({ pieces }) => pieces))),
    words,
  );
