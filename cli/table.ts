import { stripVTControlCharacters } from "node:util";

/** Where a table is printed. */
export interface Screen {
  /** Cells across; undefined where it is no terminal. */
  readonly columns: number | undefined;
}

/** Widest cell, in cells of a terminal. */
const MAX_CELL = 60;
/** Columns that have to shrink keep at least this. */
const MIN_CELL = 8;
const GAP = "  ";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Characters that fill two cells: Unicode's East Asian Width W and F, and emoji. */
const WIDE =
  /^(?:(?![\uff61-\uffdc])[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]|[\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f)/u;
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Unicode's LEFT-TO-RIGHT MARK: a cell between two of them moves no other cell of its line. */
const LEFT_TO_RIGHT = "\u200e";

const graphemeWidth = (grapheme: string): number => {
  if (INVISIBLE.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
};

/** How many cells of a terminal a text fills. */
export const widthOf = (text: string): number => {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
};

const cut = (text: string, maxWidth: number): string => {
  if (widthOf(text) <= maxWidth) return text;
  let kept = "";
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += graphemeWidth(segment);
    if (width > maxWidth - 1) break;
    kept += segment;
  }
  return `${kept}…`;
};

/** A value of a page in one line, without what could steer the terminal. */
export const showValue = (value: unknown): string => {
  if (value === null || value === undefined) return "–";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return stripVTControlCharacters(text).replaceAll(/[\s\p{Cc}]+/gu, " ");
};

/** `startedAt` as STARTED AT. */
const headOf = (name: string): string => name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ").toUpperCase();

/** Takes from the widest columns until the line fits; ids are for copying and stay whole. */
const widthsFor = (
  natural: readonly number[],
  names: readonly string[],
  columns: number | undefined,
): number[] => {
  const widths = natural.map((width) => Math.min(width, MAX_CELL));
  const room = (columns ?? Number.POSITIVE_INFINITY) - GAP.length * (widths.length - 1);
  const shrinkable = names.map((name) => name !== "id");
  for (let over = widths.reduce((sum, width) => sum + width, 0) - room; over > 0; over -= 1) {
    const candidates = widths.map((width, index) => (shrinkable[index] ? width : 0));
    const widest = Math.max(...candidates);
    if (widest <= MIN_CELL) break;
    widths[candidates.indexOf(widest)] = widest - 1;
  }
  return widths;
};

/** Rows under a line of heads; numbers stand at the right of their column. */
export const tableOf = (rows: readonly object[], names: readonly string[], { columns }: Screen): string => {
  const values = rows.map((row) => names.map((name) => (row as Record<string, unknown>)[name]));
  const cells = [names.map(headOf), ...values.map((row) => row.map(showValue))];
  const isNumeric = names.map((_, index) => {
    const given = values.map((row) => row[index]).filter((value) => value !== null && value !== undefined);
    return given.length > 0 && given.every((value) => typeof value === "number");
  });
  const natural = names.map((_, index) => Math.max(...cells.map((row) => widthOf(row[index] ?? ""))));
  const widths = widthsFor(natural, names, columns);
  const pad = (cell: string, index: number): string => {
    const width = widths[index] ?? 0;
    const text = cut(cell, width);
    const space = " ".repeat(width - widthOf(text));
    if (isNumeric[index]) return space + text;
    const isolated =
      columns !== undefined && RIGHT_TO_LEFT.test(text) ? LEFT_TO_RIGHT + text + LEFT_TO_RIGHT : text;
    return isolated + space;
  };
  return cells.map((row) => row.map(pad).join(GAP).trimEnd()).join("\n");
};
