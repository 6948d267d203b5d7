/** A PDF as HTML: the blocks of its pages, joined across pages. */
import { FILE_LIMITS } from "../faults.ts";
import {
  type About,
  type Converted,
  createWriter,
  type Remark,
  type Row,
  textOfRuns,
  writeDocument,
} from "../html.ts";
import { type Block, goesOn, type TableBlock, type TextBlock } from "./blocks.ts";
import { type LaidOut, layOut, readLayout } from "./layout.ts";
import { joinLines, type Words } from "./lines.ts";
import type { PdfPage } from "./pieces.ts";
import { type PdfFile, type PdfOptions, readPdf } from "./read.ts";
import { findRepeated } from "./repeated.ts";
import { toSegments } from "./segments.ts";
import { isTagged, isTelling, readTags, untagged } from "./tagged.ts";
import { writeBlocks, writeOutline } from "./write.ts";

const WORD = /\p{L}+(?:-\p{L}+)*/gu;
const MAX_WORDS = 200_000;

const wordsOf = (pages: readonly LaidOut[]): Words => {
  const words = new Set<string>();
  for (const { segments } of pages)
    for (const { text } of segments) {
      if (words.size > MAX_WORDS) return words;
      // The last word of a line may be divided.
      for (const [word] of text.replace(/\S+$/, "").matchAll(WORD)) words.add(word.toLowerCase());
    }
  return words;
};

/** The value with the most weight. */
const commonest = (weighted: Iterable<readonly [value: number, weight: number]>): number => {
  const sums = new Map<number, number>();
  for (const [value, weight] of weighted) sums.set(value, (sums.get(value) ?? 0) + weight);
  return [...sums].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, -1])[0];
};

const half = (value: number): number => Math.round(value * 2) / 2;

const bodySizeOf = (pages: readonly LaidOut[]): number =>
  commonest(
    pages.flatMap(({ segments }) => segments.map(({ size, text }) => [half(size), text.length] as const)),
  );

const DEFAULT_LEADING = 1.2;
/** Usual distance of the baselines of one paragraph, in heights of the font. */
const leadingOf = (pages: readonly LaidOut[]): number => {
  const steps = pages.flatMap(({ segments }) =>
    segments.slice(1).flatMap((segment, index): (readonly [number, number])[] => {
      const above = segments[index];
      if (!above || above.size !== segment.size || segment.size === 0) return [];
      const step = Math.round(((segment.y - above.y) / segment.size) * 20) / 20;
      return step > 0.9 && step < 2.2 ? [[step, 1]] : [];
    }),
  );
  return steps.length < 5 ? DEFAULT_LEADING : commonest(steps);
};

const MAX_HEADING_CHARS = 200;
const MAX_BOLD_CHARS = 120;
const LARGER = 1.1;

/** Whether a paragraph looks like a heading: larger than the text, or bold and short. */
const looksLikeHeading = (block: TextBlock, body: number, next: Block | undefined): boolean => {
  const text = textOfRuns(block.runs).trim();
  if (block.size === 0 || text.length === 0 || text.length > MAX_HEADING_CHARS || block.lines > 3)
    return false;
  if (!/\p{L}/u.test(text)) return false;
  if (half(block.size) >= body * LARGER) return !/[,;]$/.test(text);
  if (!block.bold || block.size < body * 0.95 || text.length > MAX_BOLD_CHARS || /[.,;:]$/.test(text))
    return false;
  return next !== undefined && !(next.kind === "text" && next.bold);
};

/** Tells headings, by their size, from text. */
const rankHeadings = (blocks: readonly Block[], body: number): Block[] => {
  const found = blocks.map((block, index) => {
    if (block.kind !== "text" || block.role === "heading") return block;
    const isNumbered = block.role === "item" && block.size >= body * LARGER;
    const isIt =
      (block.role === "paragraph" || isNumbered) && looksLikeHeading(block, body, blocks[index + 1]);
    return isIt ? { ...block, role: "heading" as const } : block;
  });
  const sizes = found.flatMap((block) =>
    block.kind === "text" && block.role === "heading" && block.size > 0 ? [half(block.size)] : [],
  );
  const ranks = [...new Set(sizes)].sort((left, right) => right - left);
  return found.map((block) =>
    block.kind === "text" && block.role === "heading" && block.size > 0
      ? { ...block, level: Math.min(6, ranks.indexOf(half(block.size)) + 1) }
      : block,
  );
};

const keyOf = ({ cells }: Row): string => JSON.stringify(cells.map(({ runs }) => textOfRuns(runs).trim()));

/** A table continues at the top of the next page; a repeated header is left out. */
const joinTables = (above: TableBlock, below: TableBlock): TableBlock | null => {
  if (below.page !== above.page + 1 || !below.isFirst || below.columns !== above.columns) return null;
  const [head] = above.rows;
  const [first, ...rest] = below.rows;
  const isRepeated = head && first && keyOf(head) === keyOf(first);
  return { ...above, page: below.page, rows: [...above.rows, ...(isRepeated ? rest : below.rows)] };
};

/** The last row of a table, alone at the top of the next page. */
const addRow = (above: TableBlock, { page, isFirst, cells = [] }: TextBlock): TableBlock | null =>
  isFirst && page === above.page + 1 && cells.length > 1 && cells.length === above.columns
    ? { ...above, page, rows: [...above.rows, { cells, page }] }
    : null;

const joinBlocks = (blocks: readonly Block[], words: Words): Block[] => {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const table =
      last?.kind !== "table" ? null : block.kind === "table" ? joinTables(last, block) : addRow(last, block);
    if (table) joined[joined.length - 1] = table;
    else if (goesOn(last, block) && block.kind === "text")
      joined[joined.length - 1] = { ...last, runs: joinLines([last.runs, block.runs], words) };
    else joined.push(block);
  }
  return joined;
};

/** `D:20261123175205+01'00'` as ISO 8601. */
const readDate = (value: unknown): string | undefined => {
  const found = /^D?:?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?([-+Z])?(\d\d)?'?(\d\d)?/.exec(
    String(value ?? ""),
  );
  if (!found) return undefined;
  const [
    ,
    year,
    month = "01",
    day = "01",
    hour,
    minute = "00",
    second = "00",
    sign,
    zoneHour = "00",
    zoneMinute = "00",
  ] = found;
  const date = `${year}-${month}-${day}`;
  if (Number.isNaN(Date.parse(date))) return undefined;
  if (hour === undefined) return date;
  const zone = sign === undefined || sign === "Z" ? "Z" : `${sign}${zoneHour}:${zoneMinute}`;
  return `${date}T${hour}:${minute}:${second}${zone}`;
};

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" &&
  value.trim() !== "" &&
  !/^\(?(?:unspecified|anonymous|untitled)\)?$/i.test(value.trim())
    ? value
    : undefined;

const aboutOf = ({ info }: PdfFile): About => ({
  title: textOf(info.Title),
  author: textOf(info.Author),
  created: readDate(info.CreationDate),
  modified: readDate(info.ModDate),
  language: textOf(info.Language),
});

const listPages = (pages: readonly number[]): string =>
  `${pages.slice(0, 20).join(", ")}${pages.length > 20 ? ` and ${pages.length - 20} more` : ""}`;

const remarksOn = ({ pages, pageCount, lost }: PdfFile): Remark[] => {
  const remarks: Remark[] = [];
  const empty = pages.filter(({ pieces, askew }) => pieces.length + askew.length === 0);
  if (empty.length === pages.length)
    remarks.push({
      code: "no-text",
      message: "The file has no text: its pages are images, such as scans. Text in pictures is not read.",
    });
  else if (empty.length > 0)
    remarks.push({
      code: "no-text",
      message: `These pages have no text: they are empty or images, such as scans: ${listPages(empty.map(({ number }) => number))}.`,
    });
  const unreadable = pages.filter((page) => page.unreadable > 0);
  if (unreadable.length > 0)
    remarks.push({
      code: "unreadable-text",
      message: `Fonts on these pages do not say which characters they show, which is marked with \ufffd: ${listPages(unreadable.map(({ number }) => number))}.`,
    });
  const read = pages.length + lost.length;
  if (read < pageCount) {
    const why = read < FILE_LIMITS.pages ? " in the time that a document may take" : "";
    remarks.push({
      code: "cut",
      message: `The file has ${pageCount.toLocaleString("en")} pages, of which the first ${read.toLocaleString("en")} were read${why}.`,
    });
  }
  if (lost.length > 0)
    remarks.push({
      code: "left-out",
      message: `These pages are damaged and were left out: ${listPages(lost)}.`,
    });
  return remarks;
};

/** @throws FileFault if it is encrypted, damaged or too large */
export const pdfToHtml = async (bytes: Uint8Array, options: PdfOptions): Promise<Converted> => {
  const file = await readPdf(bytes, options);
  const laid = file.pages.map(layOut);
  const words = wordsOf(laid);
  const [body, leading] = [bodySizeOf(laid), leadingOf(laid)];
  const areTagsTelling = isTelling(file.pages);
  const hasTags = (page: PdfPage): boolean => areTagsTelling && isTagged(page);
  const plain = laid.map((each) =>
    hasTags(each.page) ? { ...each, segments: toSegments(untagged(each.page)) } : each,
  );
  const repeats = findRepeated(plain);
  const repeated = new Map(
    plain.map(({ page, segments }) => [page.number, segments.filter((segment) => repeats.has(segment))]),
  );
  const blocks = plain.flatMap((each): Block[] => {
    const shown = each.segments.filter((segment) => !repeats.has(segment));
    const context = { page: each.page.number, words, leading };
    if (!hasTags(each.page) || !each.page.tags) return readLayout(each, shown, context);
    return [
      ...readTags(each.page, each.page.tags, words),
      ...readLayout({ ...each, grids: [] }, shown, context),
    ];
  });
  const writer = createWriter();
  writeOutline(writer, file.outline);
  writeBlocks(writer, rankHeadings(joinBlocks(blocks, words), body), repeated);
  return writeDocument(aboutOf(file), writer.body(), remarksOn(file));
};
