/** Compares two pictures of a page, with tolerance for how edges and colours are drawn. */
import { setImmediate } from "node:timers/promises";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import type { Area, PictureDiff } from "../../contract/steps/pictures.ts";
import { around, createAreas, grown } from "./areas.ts";
import { type Drawing, drawDifference, MARK_ALPHA } from "./draw.ts";
import { type Pixels, pairRows, type RowBlock, wordsOf } from "./rows.ts";

/** pixelmatch's default: differences of colour that people hardly see side by side. */
const THRESHOLD = 0.1;
/** Rows compared at once: bounds memory, and how long timers wait. */
const STRIP_ROWS = 256;
const MAX_AREAS = 20;
/** What differed between two reads moves a little from one to the next. */
const NOISE_MARGIN = 8;
const MAX_NOISE_AREAS = 40;
/** Ignored areas, in both pictures. No picture of a page has this alpha. */
const PAINT: readonly number[] = [200, 200, 200, 1];

export interface PictureSide {
  /** A PNG. */
  readonly bytes: Buffer;
  /** Elements of this picture that are not compared. */
  readonly ignored: readonly Area[];
}

export interface ComparedPictures {
  readonly previous: PictureSide;
  readonly current: PictureSide;
  /** Areas of both pictures that are not compared. */
  readonly ignored: readonly Area[];
  /** Areas of the previous picture that differed between two reads. */
  readonly noise: readonly Area[];
}

export interface PictureComparison {
  /** `same`, why the difference is noise, or null: it is a change. */
  readonly verdict: "same" | "rendering" | "reads" | null;
  readonly figures: PictureDiff;
  /** The areas of noise, where they are in the current picture. */
  readonly noise: readonly Area[];
  /** Of a change. */
  readonly drawing?: Drawing;
}

const decode = (bytes: Buffer): Pixels => {
  const { width, height, data } = PNG.sync.read(bytes);
  // Small buffers are cut from a shared one, not always where a word begins.
  return { width, height, data: data.byteOffset % 4 === 0 ? data : Buffer.from(new Uint8Array(data).buffer) };
};

/** The picture on a wider, transparent one. */
const widened = (pixels: Pixels, width: number): Pixels => {
  if (pixels.width === width) return pixels;
  const data = Buffer.alloc(width * pixels.height * 4);
  for (let y = 0; y < pixels.height; y += 1)
    pixels.data.copy(data, y * width * 4, y * pixels.width * 4, (y + 1) * pixels.width * 4);
  return { data, width, height: pixels.height };
};

/** Paints areas. @returns how many pixels that covers */
const paint = ({ data, width, height }: Pixels, areas: readonly Area[]): number => {
  const words = wordsOf({ data, width, height });
  const [colour = 0] = new Uint32Array(Uint8Array.from(PAINT).buffer);
  let painted = 0;
  for (const area of areas)
    for (let y = area.y; y < Math.min(height, area.y + area.height); y += 1)
      for (let x = area.x; x < Math.min(width, area.x + area.width); x += 1) {
        const at = y * width + x;
        if (words[at] === colour) continue;
        words[at] = colour;
        painted += 1;
      }
  return painted;
};

/** One byte for each pixel of some rows: 1 in the areas. */
const maskOf = (width: number, rows: number, ...layers: readonly [areas: readonly Area[], top: number][]) => {
  const mask = new Uint8Array(width * rows);
  for (const [areas, top] of layers)
    for (const { x, y, width: wide, height } of areas)
      for (let row = Math.max(0, y - top); row < Math.min(rows, y + height - top); row += 1)
        mask.fill(1, row * width + x, row * width + Math.min(width, x + wide));
  return mask;
};

const strips = (blocks: readonly RowBlock[]): RowBlock[] =>
  blocks.flatMap((block) =>
    Array.from({ length: Math.ceil(block.rows / STRIP_ROWS) }, (_, index) => {
      const from = index * STRIP_ROWS;
      const isPaired = block.kind === "compare";
      return {
        kind: block.kind,
        previous: block.previous + (isPaired || block.kind === "removed" ? from : 0),
        current: block.current + (isPaired || block.kind === "added" ? from : 0),
        rows: Math.min(STRIP_ROWS, block.rows - from),
      };
    }),
  );

const rowsOf = ({ data, width }: Pixels, top: number, rows: number): Buffer =>
  data.subarray(top * width * 4, (top + rows) * width * 4);

/** How far the rows below a row of the previous picture have moved. */
const shiftAt = (blocks: readonly RowBlock[], row: number): number => {
  const block = blocks.findLast(({ previous }) => previous <= row);
  return block ? block.current - block.previous : 0;
};

interface Tally {
  pixels: number;
  readonly areas: ReturnType<typeof createAreas>;
}

/** Compares the rows of a strip, and marks what changed in the current picture. */
const compareStrip = (
  { kind, previous: from, current: to, rows }: RowBlock,
  [was, is]: readonly [Pixels, Pixels],
  { ignored, previous, current, noise }: ComparedPictures,
  { changed, read, drawn }: Record<"changed" | "read" | "drawn", Tally>,
): void => {
  const { width, height } = is;
  const isPaired = kind === "compare";
  const layers: [readonly Area[], number][] = [
    ...(kind === "added" ? [] : ([[[...ignored, ...previous.ignored], from]] as [readonly Area[], number][])),
    ...(kind === "removed" ? [] : ([[[...ignored, ...current.ignored], to]] as [readonly Area[], number][])),
  ];
  const ignoreMask = maskOf(width, rows, ...layers);
  const noiseMask = kind === "added" ? maskOf(width, rows) : maskOf(width, rows, [noise, from]);
  const [a, b] = [rowsOf(was, from, rows), rowsOf(is, to, rows)];
  const found = isPaired ? Buffer.alloc(a.length) : null;
  if (found) pixelmatch(a, b, found, width, rows, { threshold: THRESHOLD, diffMask: true, ignoreMask });
  const [aWords, bWords] = [a, b].map((data) =>
    wordsOf({ data, width, height: Math.floor(data.length / width / 4) }),
  );
  /** Which tally a pixel belongs to; null: it is the same, or not compared. */
  const tallyOf = (at: number): Tally | null => {
    if (ignoreMask[at] === 1) return null;
    if (found !== null && found[at * 4 + 3] === 0) return aWords?.[at] === bWords?.[at] ? null : drawn;
    return noiseMask[at] === 1 ? read : changed;
  };
  for (let row = 0; row < rows; row += 1) {
    const y = kind === "removed" ? Math.min(to, height - 1) : to + row;
    let tally: Tally | null = null;
    let start = 0;
    // Neighbours that belong to one tally are counted at once.
    for (let x = 0; x <= width; x += 1) {
      const next = x < width ? tallyOf(row * width + x) : null;
      if (next === changed && kind !== "removed") b[(row * width + x) * 4 + 3] = MARK_ALPHA;
      if (next === tally) continue;
      if (tally) {
        tally.pixels += x - start;
        tally.areas.add(start, x, y);
      }
      [tally, start] = [next, x];
    }
  }
};

/** Four digits: a pixel of a long page is far less than a hundredth of a percent. */
const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.min(100, Number(((100 * part) / whole).toPrecision(4)));

/** What differs, and where. The current picture is painted and marked for the drawing. */
const measure = async (input: ComparedPictures) => {
  const { previous, current, ignored } = input;
  const [narrow, own] = [decode(previous.bytes), decode(current.bytes)];
  await setImmediate();
  const width = Math.max(narrow.width, own.width);
  const [was, is] = [widened(narrow, width), widened(own, width)];
  paint(was, [...ignored, ...previous.ignored]);
  const painted = paint(is, [...ignored, ...current.ignored]);
  const blocks = pairRows(was, is);
  const tally = (): Tally => ({ pixels: 0, areas: createAreas(width, is.height) });
  const tallies = { changed: tally(), read: tally(), drawn: tally() };
  for (const strip of strips(blocks.filter(({ kind }) => kind !== "same"))) {
    compareStrip(strip, [was, is], input, tallies);
    await setImmediate();
  }
  const rows = blocks.reduce((sum, block) => sum + block.rows, 0);
  return { ...tallies, blocks, is, size: own, compared: rows * width - painted };
};

/** A change, or why there is none, with its figures. */
const judge = ({ changed, read, drawn }: Record<"changed" | "read" | "drawn", Tally>) => {
  if (changed.pixels > 0) return { verdict: null, tally: changed };
  if (read.pixels > 0) return { verdict: "reads", tally: read } as const;
  return { verdict: drawn.pixels > 0 ? "rendering" : "same", tally: drawn } as const;
};

/** Compares two pictures, which may have different sizes. Yields to timers now and then. */
export const comparePictures = async (input: ComparedPictures): Promise<PictureComparison> => {
  const { blocks, is, size, compared, ...tallies } = await measure(input);
  const { verdict, tally } = judge(tallies);
  const areas = tally.areas.list();
  const noise = input.noise.map((area) => ({ ...area, y: Math.max(0, area.y + shiftAt(blocks, area.y)) }));
  const figures = {
    width: size.width,
    height: size.height,
    changedPixels: tally.pixels,
    share: percentOf(tally.pixels, compared),
    areas: areas.slice(0, MAX_AREAS),
    areasOmitted: Math.max(0, areas.length - MAX_AREAS),
  };
  if (verdict !== null) return { verdict, figures, noise };
  const cuts = blocks.flatMap(({ kind, current: row }) => (kind === "removed" ? [row] : []));
  return { verdict, figures, noise, drawing: drawDifference(is, areas, cuts) };
};

/** What differs between two reads of a page, seconds apart: areas of the second picture, and their share of it. */
export const observePictures = async (
  first: PictureSide,
  second: PictureSide,
  ignored: readonly Area[],
): Promise<{ readonly areas: readonly Area[]; readonly share: number }> => {
  const { changed, compared } = await measure({ previous: first, current: second, ignored, noise: [] });
  const areas = changed.areas.list().map((area) => grown(area, NOISE_MARGIN));
  const rest = areas.slice(MAX_NOISE_AREAS - 1);
  return {
    areas: [...areas.slice(0, MAX_NOISE_AREAS - 1), ...(rest.length > 0 ? [around(rest)] : [])],
    share: percentOf(changed.pixels, compared),
  };
};
