/** Turns a page without tags into blocks, from where its text and rules are. */
import { type Block, isItemMark, type TableBlock } from "./blocks.ts";
import { type Item, splitColumns } from "./columns.ts";
import { findGrids, flatRules, type Grid, isInside } from "./grids.ts";
import { isRightToLeft, type Line, type Segment, toLines } from "./lines.ts";
import { cutAtRules, type PdfPage, type Piece } from "./pieces.ts";
import { toSegments } from "./segments.ts";
import { findAligned, readAligned, readGrid } from "./tables.ts";
import { readText, type TextContext } from "./text.ts";

/** A page with its tables in rules set apart from its text. */
export interface LaidOut {
  readonly page: PdfPage;
  readonly segments: readonly Segment[];
  readonly grids: readonly { readonly grid: Grid; readonly pieces: readonly Piece[] }[];
}

export const layOut = (page: PdfPage): LaidOut => {
  const asBox = (piece: Piece) => ({ ...piece, y0: piece.y - piece.size * 0.7, y1: piece.y });
  const grids: { grid: Grid; pieces: Piece[] }[] = [];
  let rest = page.pieces.flatMap((piece) => cutAtRules(piece, page.rules));
  // Of nested grids the smallest takes its text first.
  const bySize = findGrids(page.rules).sort(
    (left, right) =>
      (left.x1 - left.x0) * (left.y1 - left.y0) - (right.x1 - right.x0) * (right.y1 - right.y0),
  );
  for (const grid of bySize) {
    const pieces = rest.filter((piece) => isInside(asBox(piece), grid));
    if (pieces.length < 3 || readGrid(grid, pieces, page.number, new Set()) === null) continue;
    const own = new Set(pieces);
    rest = rest.filter((piece) => !own.has(piece));
    grids.push({ grid, pieces });
  }
  // Without the tree, a tagged file's marks still say which texts are apart.
  const loose = page.tags === null ? rest : rest.map((piece) => ({ ...piece, mark: undefined }));
  return { page, segments: toSegments(loose), grids };
};

interface Placed extends Item {
  readonly segment?: Segment;
  readonly table?: TableBlock;
}

/** Joins the mark of an item with its text, which is set further in. */
const joinMarks = (line: Line): Line => {
  const [first, second, ...rest] = line.segments;
  if (!first || !second || rest.length > 0 || !isItemMark(first.text)) return line;
  if (second.x0 - first.x1 > first.size * 6) return line;
  const joined: Segment = {
    ...second,
    pieces: [...first.pieces, ...second.pieces],
    x0: first.x0,
    text: `${first.text} ${second.text}`,
  };
  return { ...line, segments: [joined], size: second.size };
};

const readLines = (lines: readonly Line[], laid: LaidOut, context: TextContext): Block[] => {
  const blocks: Block[] = [];
  const rules = flatRules(laid.page.rules);
  let from = 0;
  for (const [start, end] of findAligned(lines)) {
    const table = readAligned(lines.slice(start, end), rules, context.page, context.words);
    if (!table) continue;
    blocks.push(...readText(lines.slice(from, start), context), table);
    from = end;
  }
  return [...blocks, ...readText(lines.slice(from), context)];
};

/** The blocks of one part of a page, in which lines follow each other. */
const readPart = (items: readonly Placed[], laid: LaidOut, context: TextContext): Block[] => {
  const blocks: Block[] = [];
  let segments: Segment[] = [];
  const flush = (): void => {
    if (segments.length > 0) blocks.push(...readLines(toLines(segments).map(joinMarks), laid, context));
    segments = [];
  };
  for (const { segment, table } of items.toSorted((left, right) => left.y0 - right.y0)) {
    if (segment) segments.push(segment);
    if (!table) continue;
    flush();
    blocks.push(table);
  }
  flush();
  return blocks.map((block, index) => ({ ...block, isFirst: index === 0 }));
};

/** @param shown its segments without headers and footers */
export const readLayout = (laid: LaidOut, shown: readonly Segment[], context: TextContext): Block[] => {
  const tables = laid.grids.flatMap(({ grid, pieces }): Placed[] => {
    const table = readGrid(grid, pieces, context.page, context.words);
    return table ? [{ ...grid, size: 10, chars: 0, table }] : [];
  });
  const texts = shown.map((segment): Placed => ({ ...segment, chars: segment.text.length, segment }));
  const parts = splitColumns([...texts, ...tables], isRightToLeft(laid.page.pieces));
  const blocks = parts.flatMap((part) => readPart(part, laid, context));
  const askew = toSegments(laid.page.askew.map((piece) => ({ ...piece })));
  return [...blocks, ...readText(toLines(askew), context)];
};
