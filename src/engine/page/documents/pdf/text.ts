/** Puts lines together to paragraphs, items and what may be headings. */
import { beginsItem, isItemMark, type TextBlock } from "./blocks.ts";
import { type Line, runsOf, type Words } from "./lines.ts";

export interface TextContext {
  readonly page: number;
  readonly words: Words;
  /** Usual distance of baselines, in heights of the font. */
  readonly leading: number;
}

interface Paragraph {
  readonly lines: Line[];
  readonly isItem: boolean;
}

const textOf = (line: Line): string => line.segments.map(({ text }) => text).join(" ");

/** Where the text of an item begins, after its mark. */
const textStart = ({ segments }: Line): number => {
  const [first, second] = segments;
  return first && second && isItemMark(first.text) ? second.x0 : (first?.x0 ?? 0);
};

interface Bounds {
  readonly x0: number;
  readonly x1: number;
}

const isShort = (line: Line, { x0, x1 }: Bounds): boolean => line.x1 < x0 + (x1 - x0) * 0.7;

/** A label and its value: "Employees: 1,230". After a line that leaves room for it, it is not the same sentence. */
const LABELLED = /^\p{Lu}[^.:;!?]{0,40}:\s+\S/u;

/** A number begins an item unless it may continue the previous sentence. */
const isItemStart = (line: Line, above: Line | undefined, bounds: Bounds): boolean => {
  const kind = beginsItem(textOf(line));
  if (kind !== "number" || !above) return kind !== null;
  return (
    /[.!?:;]$/.test(textOf(above)) ||
    isShort(above, bounds) ||
    beginsItem(textOf(above)) !== null ||
    line.bold !== above.bold
  );
};

const isNewParagraph = (current: Paragraph, line: Line, bounds: Bounds, leading: number): boolean => {
  const last = current.lines.at(-1);
  const first = current.lines[0];
  if (!last || !first || isItemStart(line, last, bounds)) return true;
  const size = Math.max(line.size, last.size);
  if (Math.abs(line.size - last.size) > Math.max(0.6, size * 0.07)) return true;
  if (line.y - last.y > size * (leading + 0.35) || line.y <= last.y) return true;
  if (line.bold !== last.bold && (last.bold || line.x0 > last.x0 + size)) return true;
  if (current.isItem) return line.x0 < Math.min(textStart(first), first.x0 + size) - size * 0.5;
  const isIndented = line.x0 > last.x0 + size * 0.8 && last.x0 <= bounds.x0 + size * 0.5;
  const isOutdented = current.lines.length > 1 && line.x0 < last.x0 - size * 2;
  const isEnd = /[.!?:]$/.test(textOf(last)) || LABELLED.test(textOf(line));
  return isIndented || isOutdented || (isShort(last, bounds) && isEnd);
};

/** Groups lines of one part of a page. */
const groupLines = (lines: readonly Line[], leading: number): Paragraph[] => {
  const bounds = { x0: Math.min(...lines.map(({ x0 }) => x0)), x1: Math.max(...lines.map(({ x1 }) => x1)) };
  const paragraphs: Paragraph[] = [];
  for (const line of lines) {
    const current = paragraphs.at(-1);
    if (current && !isNewParagraph(current, line, bounds, leading)) current.lines.push(line);
    else paragraphs.push({ lines: [line], isItem: isItemStart(line, current?.lines.at(-1), bounds) });
  }
  return paragraphs;
};

/** The blocks of lines that are no table. */
export const readText = (lines: readonly Line[], { page, words, leading }: TextContext): TextBlock[] => {
  const paragraphs = groupLines(lines, leading);
  const itemStarts = [
    ...new Set(
      paragraphs.filter(({ isItem }) => isItem).map(({ lines: [first] }) => Math.round((first?.x0 ?? 0) / 6)),
    ),
  ].sort((left, right) => left - right);
  return paragraphs.map(({ lines: own, isItem }, index): TextBlock => {
    const segments = own.flatMap((line) => line.segments);
    const runs = runsOf(segments, words);
    const level = isItem ? itemStarts.indexOf(Math.round((own[0]?.x0 ?? 0) / 6)) + 1 : 1;
    return {
      kind: "text",
      role: isItem ? "item" : "paragraph",
      runs,
      page,
      size: Math.max(...own.map(({ size }) => size)),
      bold: own.every(({ bold }) => bold),
      level,
      lines: own.length,
      isFirst: index === 0,
      cells: own.length === 1 ? segments.map((segment) => ({ runs: runsOf([segment], words) })) : undefined,
    };
  });
};
