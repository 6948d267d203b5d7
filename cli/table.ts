import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import { paintCell, type Style } from "./style.ts";
import { isTimestamp, showAgo } from "./times.ts";

/** Where a table is printed. */
export interface Screen {
  /** Cells across; undefined where it is no terminal. */
  readonly columns: number | undefined;
  readonly style: Style;
  /** By which times are shown; undefined: times as the API gives them, for whatever reads a file. */
  readonly nowMs: number | undefined;
}

/** Widest cell, in cells of a terminal. */
const MAX_CELL = 60;
/** Columns that have to shrink keep at least this. */
const MIN_CELL = 8;
const GAP = "  ";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Unicode's LEFT-TO-RIGHT MARK: a cell between two of them moves no other cell of its line. */
const LEFT_TO_RIGHT = "\u200e";

/** How many cells of a terminal a text fills. */
export const widthOf = (text: string): number => stringWidth(text);

const cut = (text: string, maxWidth: number): string => {
  if (widthOf(text) <= maxWidth) return text;
  let kept = "";
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment);
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

/** Ids are for copying and stay whole. */
const isWhole = (name: string): boolean => name === "id";

/** How many of the columns have room beside each other, each as narrow as it may be. */
const countThatFit = (natural: readonly number[], names: readonly string[], columns: number): number => {
  let used = -GAP.length;
  const ends = names.map((name, index) => {
    const width = natural[index] ?? 0;
    used += GAP.length + (isWhole(name) ? width : Math.min(width, MIN_CELL));
    return used;
  });
  return Math.max(1, ends.filter((end) => end <= columns).length);
};

/** Takes from the widest columns until the line fits. */
const widthsFor = (natural: readonly number[], names: readonly string[], columns: number): number[] => {
  const widths = natural.map((width) => Math.min(width, MAX_CELL));
  const room = columns - GAP.length * (widths.length - 1);
  for (let over = widths.reduce((sum, width) => sum + width, 0) - room; over > 0; over -= 1) {
    const candidates = widths.map((width, index) => (isWhole(names[index] ?? "") ? 0 : width));
    const widest = Math.max(...candidates);
    if (widest <= MIN_CELL) break;
    widths[candidates.indexOf(widest)] = widest - 1;
  }
  return widths;
};

/** A value as a cell, its time as people say it. */
export const showCell = (value: unknown, { nowMs }: Pick<Screen, "nowMs">): string =>
  nowMs !== undefined && isTimestamp(value) ? showAgo(value, nowMs) : showValue(value);

const isMissing = (value: unknown): boolean => value === null || value === undefined;

export interface TableText {
  readonly text: string;
  /** Columns for which the screen had no room. */
  readonly leftOut: readonly string[];
}

/**
 * Rows under a line of heads; numbers stand at the right of their column.
 *
 * @param wanted names of the columns, the most important first: the last ones are left out of a narrow screen
 */
export const tableOf = (rows: readonly object[], wanted: readonly string[], screen: Screen): TableText => {
  const { columns = Number.POSITIVE_INFINITY, style } = screen;
  const all = rows.map((row) => wanted.map((name) => (row as Record<string, unknown>)[name]));
  const cells = [wanted.map(headOf), ...all.map((row) => row.map((value) => showCell(value, screen)))];
  const natural = wanted.map((_, index) => Math.max(...cells.map((row) => widthOf(row[index] ?? ""))));
  const names = wanted.slice(0, countThatFit(natural, wanted, columns));
  const isNumeric = names.map((_, index) => {
    const given = all.map((row) => row[index]).filter((value) => !isMissing(value));
    return given.length > 0 && given.every((value) => typeof value === "number");
  });
  const widths = widthsFor(natural.slice(0, names.length), names, columns);
  const pad = (cell: string, index: number, paint: (text: string) => string): string => {
    const width = widths[index] ?? 0;
    const text = cut(cell, width);
    const space = " ".repeat(width - widthOf(text));
    if (isNumeric[index]) return space + paint(text);
    const isolated =
      screen.columns !== undefined && RIGHT_TO_LEFT.test(text) ? LEFT_TO_RIGHT + text + LEFT_TO_RIGHT : text;
    return paint(isolated) + space;
  };
  const lines = cells.map((row, line) =>
    names
      .map((_, index) =>
        pad(row[index] ?? "", index, (text) =>
          line === 0 ? style("bold", text) : paintCell(style, all[line - 1]?.[index], text),
        ),
      )
      .join(GAP)
      .trimEnd(),
  );
  return { text: lines.join("\n"), leftOut: wanted.slice(names.length) };
};
