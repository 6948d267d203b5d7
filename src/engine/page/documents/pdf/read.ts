/** Reads the pages of a PDF with pdf.js, which is loaded here and nowhere else. */
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { FILE_LIMITS, FileFault, needsPassword, wrongPassword } from "../faults.ts";
import { CMaps } from "./cmaps.ts";
import { readLinks } from "./links.ts";
import { type OutlineEntry, readOutline } from "./outline.ts";
import { linkPiece, type PdfPage, type Piece, splitWide } from "./pieces.ts";
import { apply, type Commands, findRules, multiply } from "./rules.ts";
import { createTagReader } from "./structure.ts";

export interface PdfOptions {
  readonly password?: string | undefined;
  /** In epoch milliseconds: pages that are not read by then are left out. */
  readonly pagesBy?: number | undefined;
}

interface TextItem {
  readonly str: string;
  readonly dir: string;
  readonly width: number;
  readonly transform: readonly number[];
  readonly fontName: string;
  readonly hasEOL: boolean;
}
interface MarkItem {
  readonly type: string;
  readonly tag?: string;
  readonly id?: string | null;
}

/** What pdf.js reports about a font. */
interface Font {
  readonly name?: string;
  readonly type?: string;
  readonly bold?: boolean;
  readonly black?: boolean;
  readonly italic?: boolean;
  readonly composite?: boolean;
  readonly isType3Font?: boolean;
  readonly toUnicode?: { readonly _map?: unknown; readonly firstChar?: number } | null;
}

/** Drawing classes of browsers that pdf.js names when it is loaded; text needs none of them. */
const standIn = (): void => {
  const scope = globalThis as Record<string, unknown>;
  for (const name of ["DOMMatrix", "Path2D", "ImageData"]) scope[name] ??= class {};
};

const loadPdfJs = async () => {
  standIn();
  // With its worker in the same thread, which is ours already, pdf.js starts none of its own.
  // @ts-expect-error: pdf.js publishes no types of its worker.
  const worker: unknown = await import("pdfjs-dist/legacy/build/pdf.worker.mjs");
  (globalThis as Record<string, unknown>).pdfjsWorker = worker;
  return import("pdfjs-dist/legacy/build/pdf.mjs");
};

type PdfJs = Awaited<ReturnType<typeof loadPdfJs>>;

/** What pdf.js makes of a composite font that it cannot load: its codes are then read as if they were letters. */
const isStandIn = ({ composite, type = "" }: Font): boolean =>
  composite !== true && /^(?:Type0|CIDFontType[02])/.test(type);

/** An encoding that numbers glyphs, without a table of what they mean. */
const isUnreadable = (font: Font): boolean =>
  isStandIn(font) ||
  (font.composite === true &&
    font.toUnicode !== undefined &&
    font.toUnicode !== null &&
    font.toUnicode._map === undefined);

const PRIVATE = /[\ue000-\uf8ff\ufffd]/g;
/** Bullets of the symbol fonts of Word. */
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ["\uf0b7", "•"],
  ["\uf0a7", "▪"],
  ["\uf0d8", "➢"],
  ["\uf0fc", "✓"],
  ["\uf02d", "–"],
]);

const toFont = (page: PDFPageProxy, name: string): Font => {
  try {
    return page.commonObjs.get(name) as Font;
  } catch {
    return {};
  }
};

interface Look {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly isUnreadable: boolean;
}

const lookOf = (font: Font): Look => {
  const name = font.name ?? "";
  return {
    bold: font.bold === true || font.black === true || /bold|black|heavy|semibold/i.test(name),
    italic: font.italic === true || /italic|oblique/i.test(name),
    isUnreadable: isUnreadable(font),
  };
};

const QUARTER = Math.PI / 2;
/** The multiple of 90° nearest to a text's direction; null if it is at an angle. */
const quarterOf = (angle: number): number | null => {
  const quarter = Math.round(angle / QUARTER);
  return Math.abs(angle - quarter * QUARTER) < 0.02 ? (quarter + 4) % 4 : null;
};

/** Turns the whole page back by quarters, so that its text runs from left to right. */
const turnOf = (quarter: number, width: number, height: number): readonly number[] => {
  if (quarter === 1) return [0, -1, 1, 0, 0, width];
  if (quarter === 2) return [-1, 0, 0, -1, width, height];
  return quarter === 3 ? [0, 1, -1, 0, height, 0] : [1, 0, 0, 1, 0, 0];
};

type MarkedItem = TextItem & { readonly mark?: string | undefined };

/** Text with its marks. A mark without text is a soft hyphen at a line's end, whose character pdf.js leaves out. */
const marksOf = (items: readonly (TextItem | MarkItem)[]): MarkedItem[] => {
  const open: (string | undefined)[] = [];
  const marked: MarkedItem[] = [];
  for (const [index, item] of items.entries()) {
    if ("str" in item) marked.push({ ...item, mark: open.findLast((id) => id !== undefined) });
    else if (item.type === "endMarkedContent") {
      open.pop();
      const [before, start] = [marked.at(-1), items[index - 1]];
      const isEmpty = start && "type" in start && start.tag === "Span" && start.type !== "endMarkedContent";
      if (isEmpty && before && /\p{Ll}$/u.test(before.str))
        marked[marked.length - 1] = { ...before, str: `${before.str}\u00ad` };
    } else open.push(item.id ?? undefined);
  }
  return marked;
};

interface Reader {
  readonly pdfjs: PdfJs;
  readonly file: PDFDocumentProxy;
  readonly readTags: ReturnType<typeof createTagReader>;
}

const readPage = async ({ pdfjs, file, readTags }: Reader, number: number): Promise<PdfPage> => {
  const page = await file.getPage(number);
  const list = await page.getOperatorList();
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const port = page.getViewport({ scale: 1 });
  const placed = marksOf(items as (TextItem | MarkItem)[]).map((item) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = multiply(port.transform, item.transform);
    return { item, e, f, size: Math.hypot(c, d), angle: Math.atan2(b, a) };
  });
  const weights = new Map<number | null, number>();
  for (const { item, angle } of placed) {
    const quarter = quarterOf(angle);
    weights.set(quarter, (weights.get(quarter) ?? 0) + item.str.trim().length);
  }
  const [main] = [...weights]
    .filter(([quarter]) => quarter !== null)
    .sort(([, left], [, right]) => right - left)[0] ?? [0];
  const turn = turnOf(main ?? 0, port.width, port.height);
  const view = multiply(turn, port.transform);
  const links = await readLinks(file, page, view);
  const looks = new Map<string, Look>();
  const pieces: Piece[] = [];
  const askew: Piece[] = [];
  let unreadable = 0;
  let isSpaced = false;
  for (const { item, e, f, size, angle } of placed) {
    if (item.str.trim() === "") {
      isSpaced = true;
      continue;
    }
    const look = looks.get(item.fontName) ?? lookOf(toFont(page, item.fontName));
    looks.set(item.fontName, look);
    let text = item.str.replace(PRIVATE, (char) => SYMBOLS.get(char) ?? "\ufffd");
    if (look.isUnreadable) text = text.replace(/\S+/g, "\ufffd");
    if (text.includes("\ufffd")) unreadable += item.str.length;
    const isMain = quarterOf(angle) === main;
    const [x, y] = isMain ? apply(turn, e, f) : [e, f];
    const { bold, italic } = look;
    const rightToLeft = item.dir === "rtl";
    const piece: Piece = {
      text,
      x0: x,
      x1: x + item.width,
      y,
      size,
      bold,
      italic,
      rightToLeft,
      mark: item.mark,
      isSpaced,
    };
    isSpaced = item.hasEOL;
    if (isMain) pieces.push(...splitWide(piece).flatMap((part) => linkPiece(part, links)));
    else askew.push(piece);
  }
  const isTurned = main === 1 || main === 3;
  const found: PdfPage = {
    number,
    width: isTurned ? port.height : port.width,
    height: isTurned ? port.width : port.height,
    pieces,
    askew,
    rules: findRules(list, pdfjs.OPS as unknown as Commands, view),
    tags: await readTags(page),
    unreadable,
  };
  page.cleanup();
  return found;
};

const openFile = async (
  pdfjs: PdfJs,
  bytes: Uint8Array,
  { password }: PdfOptions,
): Promise<PDFDocumentProxy> => {
  try {
    return await pdfjs.getDocument({
      data: bytes,
      ...(password !== undefined && { password }),
      BinaryDataFactory: CMaps,
      cMapUrl: "cmaps/",
      cMapPacked: true,
      // Pictures are not read: larger ones than this are dropped before they are decoded.
      maxImageSize: 1,
      fontExtraProperties: true,
      disableFontFace: true,
      useSystemFonts: false,
      isEvalSupported: false,
      enableXfa: false,
      stopAtErrors: false,
      verbosity: 0,
    }).promise;
  } catch (error) {
    const { name, message } = error as Error;
    if (name === "PasswordException")
      throw password === undefined ? needsPassword("The PDF file") : wrongPassword("The PDF file");
    throw new FileFault(`The PDF file is damaged and cannot be read: ${message}`);
  }
};

export interface PdfFile {
  readonly info: Readonly<Record<string, unknown>>;
  readonly outline: readonly OutlineEntry[];
  readonly pages: readonly PdfPage[];
  /** Of the file; more than were read if it has too many. */
  readonly pageCount: number;
  /** Pages that are damaged. */
  readonly lost: readonly number[];
}

/** @throws FileFault if the file is encrypted or damaged */
export const readPdf = async (bytes: Uint8Array, options: PdfOptions): Promise<PdfFile> => {
  const pdfjs = await loadPdfJs();
  const file = await openFile(pdfjs, bytes, options);
  const reader = { pdfjs, file, readTags: createTagReader() };
  const pages: PdfPage[] = [];
  const lost: number[] = [];
  const until = Math.min(file.numPages, FILE_LIMITS.pages);
  const { pagesBy = Number.POSITIVE_INFINITY } = options;
  for (let number = 1; number <= until; number++) {
    if (pages.length > 0 && Date.now() > pagesBy) break;
    try {
      pages.push(await readPage(reader, number));
    } catch {
      lost.push(number);
    }
  }
  if (pages.length === 0) throw new FileFault("The PDF file is damaged: none of its pages can be read.");
  const { info } = await file.getMetadata().catch(() => ({ info: {} }));
  return {
    info: info as Readonly<Record<string, unknown>>,
    outline: await readOutline(file),
    pages,
    pageCount: file.numPages,
    lost,
  };
};
