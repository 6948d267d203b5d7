/** What a page of a PDF shows: pieces of text, rules and links, in points from its upper left corner. */

/** A run of characters on one line. `y` is the baseline. */
export interface Piece {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  /** Height of the font. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly rightToLeft: boolean;
  readonly href?: string | undefined;
  /** The marked content that it belongs to, in tagged files. */
  readonly mark?: string | undefined;
  /** A space was written before it. */
  readonly isSpaced: boolean;
}

/** A thin line: horizontal if `y0` is `y1`, vertical if `x0` is `x1`. */
export interface Rule {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface LinkBox extends Box {
  readonly href: string;
}

/** An element of the tree in tagged files. */
export interface TagNode {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly TagNode[];
}

export interface PdfPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly pieces: readonly Piece[];
  /** Text at an angle to the rest, such as a stamp; each turned to the horizontal. */
  readonly askew: readonly Piece[];
  readonly rules: readonly Rule[];
  readonly tags: TagNode | null;
  /** Characters in fonts that do not say what their glyphs mean. */
  readonly unreadable: number;
}

const share = (piece: Piece, from: number, to: number): Piece => {
  const width = piece.x1 - piece.x0;
  const at = (index: number): number =>
    piece.rightToLeft
      ? piece.x1 - (width * index) / piece.text.length
      : piece.x0 + (width * index) / piece.text.length;
  const [start, end] = [at(from), at(to)];
  return {
    ...piece,
    text: piece.text.slice(from, to),
    x0: Math.min(start, end),
    x1: Math.max(start, end),
    isSpaced: from === 0 ? piece.isSpaced : /\s$/.test(piece.text.slice(0, from)),
  };
};

/** Splits a piece at indices. Widths are shared by the number of characters. */
const splitAt = (piece: Piece, indices: readonly number[]): Piece[] => {
  const bounds = [0, ...indices.filter((index) => index > 0 && index < piece.text.length), piece.text.length];
  return bounds.slice(1).map((end, index) => share(piece, bounds[index] ?? 0, end));
};

/** Splits text that was aligned with spaces, as in reports of fixed width. */
export const splitWide = (piece: Piece): Piece[] => {
  if (!/\s{3}/.test(piece.text)) return [piece];
  const indices = [...piece.text.matchAll(/\s{3,}/g)].flatMap(({ index, 0: gap }) => [
    index,
    index + gap.length,
  ]);
  return splitAt(piece, indices).filter(({ text }) => text.trim() !== "");
};

const WORD_EDGE = /(?<=\s)(?=\S)|(?<=\S)(?=\s)/g;

/** The nearest edge of a word: shared widths are estimates. */
const edgeNear = (text: string, index: number): number => {
  const edges = [0, ...[...text.matchAll(WORD_EDGE)].map((match) => match.index), text.length];
  return edges.reduce((best, edge) => (Math.abs(edge - index) < Math.abs(best - index) ? edge : best), 0);
};

/** Gives a piece, or the part of it that lies in a link's box, the link. */
export const linkPiece = (piece: Piece, links: readonly LinkBox[]): Piece[] => {
  const middle = piece.y - piece.size * 0.3;
  const link = links.find(
    ({ x0, x1, y0, y1 }) =>
      middle >= y0 && middle <= y1 && Math.min(x1, piece.x1) - Math.max(x0, piece.x0) > 1,
  );
  if (!link) return [piece];
  const perChar = (piece.x1 - piece.x0) / piece.text.length;
  const near = (x: number): number => edgeNear(piece.text, Math.round((x - piece.x0) / perChar));
  const [from, to] = piece.rightToLeft ? [0, piece.text.length] : [near(link.x0), near(link.x1)];
  if (to <= from) return [piece];
  const rest = links.filter((other) => other !== link);
  return splitAt(piece, [from, to]).flatMap((part) =>
    part.x0 >= link.x0 - perChar * 2 && part.x1 <= link.x1 + perChar * 2 && part.text.trim() !== ""
      ? [{ ...part, href: link.href }]
      : linkPiece(part, rest),
  );
};

/** Cuts a piece where an upright rule crosses it: cells may be closer together than words. */
export const cutAtRules = (piece: Piece, rules: readonly Rule[]): Piece[] => {
  const middle = piece.y - piece.size * 0.3;
  const at = rules.flatMap(({ x0, x1, y0, y1 }) =>
    x0 === x1 && y0 <= middle && y1 >= middle && x0 > piece.x0 + 1 && x0 < piece.x1 - 1 ? [x0] : [],
  );
  if (at.length === 0 || piece.rightToLeft) return [piece];
  const perChar = (piece.x1 - piece.x0) / piece.text.length;
  const edges = at.map((x) => edgeNear(piece.text, Math.round((x - piece.x0) / perChar)));
  const indices = [...new Set(edges)].sort((left, right) => left - right);
  return splitAt(piece, indices).filter(({ text }) => text.trim() !== "");
};
