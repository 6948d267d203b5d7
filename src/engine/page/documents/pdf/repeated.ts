/** Finds headers and footers: lines at the same position on several pages, equal except for the page number. */
import type { Segment } from "./lines.ts";
import type { PdfPage } from "./pieces.ts";

/** The share of a page at its top, and at its bottom, in which headers and footers are. */
const MARGIN = 0.13;
const MIN_PAGES = 3;
/** In shorter files, they are at the very edge. */
const EDGE = 0.09;
/** Lines closer than this, in heights of the font, belong together. */
const CLOSE = 1.8;
/** They repeat on this share of the pages: chapters may have their own. */
const MIN_SHARE = 0.2;
const MAX_COUNTED = 25;

export interface LaidPage {
  readonly page: Pick<PdfPage, "number" | "height">;
  readonly segments: readonly Segment[];
}

const isAtEdge = ({ y0, y1 }: Segment, height: number, share: number): boolean =>
  y1 < height * share || y0 > height * (1 - share);

const ROMAN = /^[ivxl]+$/i;

/**
 * The text of a line: unchanged, and with its first or its last number counted from that of the page. Lines that share one
 * of these are alike; rows of a table, whose numbers change freely, are not.
 */
const sayingsOf = (text: string, page: number): string[] => {
  const said = text.replace(/\s+/g, " ").trim().toLowerCase();
  if (ROMAN.test(said)) return ["(page)"];
  const numbers = [...said.matchAll(/\d+/g)];
  const counted = [numbers[0], numbers.at(-1)].flatMap((number) =>
    number === undefined
      ? []
      : [
          `${said.slice(0, number.index)}{${Number(number[0]) - page}}${said.slice(number.index + number[0].length)}`,
        ],
  );
  return [...new Set([said, ...counted])];
};

/** Positions are rounded, so that of the next page may be one step off. */
const STEP = 4;
const keyOf = (saying: string, y: number, height: number): string => `${saying}|${y}|${Math.round(height)}`;

const keysOf = (segment: Segment, { number, height }: LaidPage["page"], off: number): string[] =>
  sayingsOf(segment.text, number).map((saying) => keyOf(saying, Math.round(segment.y / STEP) + off, height));

/** Splits the lines of a page where a gap is between them. */
const clusters = (segments: readonly Segment[]): Segment[][] => {
  const found: Segment[][] = [];
  for (const segment of segments.toSorted((left, right) => left.y - right.y)) {
    const last = found.at(-1);
    const above = last?.at(-1);
    if (last && above && segment.y - above.y <= Math.max(segment.size, above.size) * CLOSE)
      last.push(segment);
    else found.push([segment]);
  }
  return found;
};

/** The segments that repeat. Lines close to others, such as a table header, do not count. */
export const findRepeated = (pages: readonly LaidPage[]): ReadonlySet<Segment> => {
  const found = new Map<string, Set<number>>();
  for (const { page, segments } of pages)
    for (const segment of segments)
      if (isAtEdge(segment, page.height, MARGIN))
        for (const key of keysOf(segment, page, 0))
          found.set(key, (found.get(key) ?? new Set()).add(page.number));
  const least = Math.max(Math.min(MIN_PAGES, pages.length), Math.min(pages.length, MAX_COUNTED) * MIN_SHARE);
  const share = pages.length < MIN_PAGES ? EDGE : MARGIN;
  const isAlike = (segment: Segment, page: LaidPage["page"]): boolean => {
    const near = [-1, 0, 1].map((off) => keysOf(segment, page, off));
    return (near[0] ?? []).some(
      (_, index) => near.reduce((sum, keys) => sum + (found.get(keys[index] ?? "")?.size ?? 0), 0) >= least,
    );
  };
  if (pages.length < 2) return new Set();
  return new Set(
    pages.flatMap(({ page, segments }) =>
      clusters(segments)
        .filter((cluster) =>
          cluster.every((segment) => isAtEdge(segment, page.height, share) && isAlike(segment, page)),
        )
        .flat(),
    ),
  );
};
