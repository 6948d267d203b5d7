/** Blocks of a PDF, before the whole document decides which of them are headings and which continue across pages. */
import type { Cell, Row, Run } from "../html.ts";

export interface TextBlock {
  readonly kind: "text";
  readonly role: "heading" | "paragraph" | "item";
  readonly runs: readonly Run[];
  readonly page: number;
  /** Height of its font; 0 if its role is known from the file. */
  readonly size: number;
  readonly bold: boolean;
  /** Of a heading in a tagged file, or how deep an item is nested; from 1. */
  readonly level: number;
  readonly lines: number;
  /** Of an item in a numbered list. */
  readonly number?: number | undefined;
  /** First of its page or column, so it may continue the previous block. */
  readonly isFirst: boolean;
  /** Of a single line: its parts with wide gaps between them. */
  readonly cells?: readonly Cell[] | undefined;
}

export interface TableBlock {
  readonly kind: "table";
  readonly rows: readonly Row[];
  readonly page: number;
  readonly columns: number;
  readonly isFirst: boolean;
  /** How many rows the file itself says are heads; absent: to be found. */
  readonly heads?: number;
}

export type Block = TextBlock | TableBlock;

const BULLET = /^(?:[•▪◦‣·●○■□➢✓–—*-]|\uf0b7)$/u;
const NUMBER = /^(?:\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\(?[ivx]{1,5}[.)])$/;
const LEADING_BULLET = /^[•▪◦‣·●○■□➢✓]\s*/u;
const LEADING_DASH = /^[–—*-]\s+(?=\S)/u;
const LEADING_NUMBER = /^(?:\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?=\S)/;

/** Whether a text is only a mark before an item of a list. */
export const isItemMark = (text: string): boolean => BULLET.test(text.trim()) || NUMBER.test(text.trim());

/** How a line begins an item: with a bullet, or with a number, which may be part of a sentence. */
export const beginsItem = (text: string): "bullet" | "number" | null => {
  if (LEADING_BULLET.test(text) || LEADING_DASH.test(text)) return "bullet";
  return LEADING_NUMBER.test(text) ? "number" : null;
};

/** An item's runs without its bullet or its number, and the number. */
export const splitMark = (runs: readonly Run[]): { readonly runs: Run[]; readonly number?: number } => {
  const index = runs.findIndex(({ text }) => text.trim() !== "");
  const first = runs[index];
  if (!first) return { runs: [...runs] };
  const rest = runs.slice(index + 1);
  const text = first.text.trimStart();
  const number = /^(\d{1,3})[.)](?:\s+|$)/.exec(text);
  if (number)
    return { runs: [{ ...first, text: text.slice(number[0].length) }, ...rest], number: Number(number[1]) };
  return {
    runs: [{ ...first, text: text.replace(LEADING_BULLET, "").replace(/^[–—*-](?:\s+|$)/u, "") }, ...rest],
  };
};

const isEnd = (text: string): boolean => /[.!?:;…”"»)\]]\s*$/u.test(text);

/** Shorter texts without an end may be titles. */
const MIN_CUT = 40;

/** Whether a paragraph continues in the next one, in another column or on another page. */
export const goesOn = (before: Block | undefined, next: Block): before is TextBlock => {
  if (before?.kind !== "text" || next.kind !== "text" || !next.isFirst) return false;
  if (next.role !== "paragraph" || before.role === "heading") return false;
  const [left, right] = [before.runs, next.runs].map((runs) =>
    runs
      .map(({ text }) => text)
      .join("")
      .trim(),
  );
  if (isEnd(left ?? "")) return false;
  if (/^[\p{Ll}\p{Script=Han}\p{Script=Hiragana}]/u.test(right ?? "")) return true;
  // Nouns of German begin like sentences do.
  const isAlike = before.size === next.size && before.bold === next.bold && before.role === next.role;
  return isAlike && (left ?? "").length >= MIN_CUT && /^\p{L}/u.test(right ?? "");
};
