import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import { showAmount } from "./money.ts";
import { paintCell, type Style } from "./style.ts";
import { isTimestamp, showAgo } from "./times.ts";

/** Where a table is printed. */
export interface Screen {
  /** Width in cells; undefined if it is not a terminal. */
  readonly columns: number | undefined;
  readonly style: Style;
  /** Times are shown relative to this; undefined: unchanged, for programs. */
  readonly nowMs: number | undefined;
}

/** Maximum cell width, in terminal columns. */
const MAX_CELL = 60;
/** Minimum width of a shrunk column. */
const MIN_CELL = 12;
/** Minimum width of the title column, which is cut last. */
const MIN_TITLE = 32;
const GAP = "  ";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Unicode's LEFT-TO-RIGHT MARK. A cell between two of them does not reorder the rest of its line. */
const LEFT_TO_RIGHT = "\u200e";

/** Width of a text in cells. */
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

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "string");

/** A value in one line, without control characters that could affect the terminal. */
export const showValue = (value: unknown): string => {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? "✓" : "✗";
  if (isTexts(value)) return showValue(value.join(", "));
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return stripVTControlCharacters(text).replaceAll(/[\s\p{Cc}]+/gu, " ");
};

/** `startUrl` → `start URL`; for times `startedAt` → `started` */
export const wordsOf = (name: string, values: readonly unknown[]): string => {
  const isTime = values.every((value) => isMissing(value) || isTimestamp(value));
  return (isTime ? name.replace(/(?<=[a-z])At$/, "") : name)
    .replaceAll(/(?<=[a-z\d])[A-Z](?=[a-z]|$)/g, (start) => ` ${start.toLowerCase()}`)
    .replaceAll(/\b(?:url|id|api)s?\b/g, (word) => word.toUpperCase().replace(/S$/, "s"));
};

/** Ids and keys are for copying or comparing and stay whole. */
const isWhole = (name: string): boolean => name === "id" || name === "key";

/** Names stay legible where there is room: a quarter of the line. */
const minOf = (name: string, columns: number): number => {
  if (name === "title") return MIN_TITLE;
  return /^(?:name|flowName)$/.test(name)
    ? Math.min(MIN_TITLE, Math.max(MIN_CELL, Math.floor(columns / 4)))
    : MIN_CELL;
};

/** How many columns fit side by side at their minimum widths. */
const countThatFit = (natural: readonly number[], names: readonly string[], columns: number): number => {
  let used = -GAP.length;
  const ends = names.map((name, index) => {
    const width = natural[index] ?? 0;
    used += GAP.length + (isWhole(name) ? width : Math.min(width, minOf(name, columns)));
    return used;
  });
  return Math.max(1, ends.filter((end) => end <= columns).length);
};

/** Narrows the widest columns until the line fits. */
const widthsFor = (natural: readonly number[], names: readonly string[], columns: number): number[] => {
  const widths = natural.map((width) => Math.min(width, MAX_CELL));
  const room = columns - GAP.length * (widths.length - 1);
  for (let over = widths.reduce((sum, width) => sum + width, 0) - room; over > 0; over -= 1) {
    const candidates = widths.map((width, index) => {
      const name = names[index] ?? "";
      return isWhole(name) || width <= minOf(name, columns) ? 0 : width;
    });
    const widest = Math.max(...candidates);
    if (widest === 0) break;
    widths[candidates.indexOf(widest)] = widest - 1;
  }
  return widths;
};

/** The currency of each price column as an ISO 4217 code; null: unknown. */
export type Currencies = Readonly<Record<string, string | null>>;

/** A row's own `currency` field takes precedence over the column's currency. */
const currencyOf = (row: object, name: string, currencies: Currencies): string | null | undefined => {
  if (currencies[name] === undefined) return undefined;
  const { currency } = row as { readonly currency?: unknown };
  return typeof currency === "string" && /^[A-Z]{3}$/.test(currency) ? currency : currencies[name];
};

/** A value as a cell, with times relative to now and prices in their currency. */
export const showCell = (
  value: unknown,
  { nowMs }: Pick<Screen, "nowMs">,
  currency?: string | null,
): string => {
  if (typeof value === "number" && currency !== undefined) return showAmount(value, currency);
  return nowMs !== undefined && isTimestamp(value) ? showAgo(value, nowMs) : showValue(value);
};

const isMissing = (value: unknown): boolean => value === null || value === undefined;

export interface TableText {
  readonly text: string;
  /** Columns that did not fit. */
  readonly leftOut: readonly string[];
}

/**
 * Formats rows below a header row. Numbers are right-aligned, prices have two decimals.
 *
 * @param wanted column names, the most important first; a narrow screen leaves out the last ones
 */
export const tableOf = (
  rows: readonly object[],
  wanted: readonly string[],
  screen: Screen,
  currencies: Currencies = {},
): TableText => {
  const { columns = Number.POSITIVE_INFINITY, style } = screen;
  const all = rows.map((row) => wanted.map((name) => (row as Record<string, unknown>)[name]));
  const cells = [
    wanted.map((name, index) =>
      wordsOf(
        name,
        all.map((row) => row[index]),
      ).toUpperCase(),
    ),
    ...rows.map((row, at) =>
      wanted.map((name, index) => showCell(all[at]?.[index], screen, currencyOf(row, name, currencies))),
    ),
  ];
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
