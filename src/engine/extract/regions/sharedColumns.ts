/** Columns whose heading names several things, a line for each: "Title / Authority". */
import { type Element, isTag, type ParentNode } from "domhandler";
import { listBits } from "../page/bits.ts";
import { type Fact, labelOf, makeFact } from "../sources/facts.ts";
import { type Concept, conceptOf } from "../vocabulary/concepts.ts";
import { asLabel } from "../vocabulary/labels.ts";
import { rememberedFor } from "../vocabulary/remember.ts";
import { placedCells } from "./rowCells.ts";

/** The longest text of each line; one in brackets adds to the line above. */
const linesOf = (cell: Element): string[] =>
  [...Map.groupBy(listBits([cell]), ({ line }) => line).values()]
    .map((bits) => bits.reduce((best, { text }) => (text.length > best.length ? text : best), ""))
    .filter((line, at) => at === 0 || !/^\(.*\)$/.test(line));

const FORMS: Readonly<Partial<Record<Concept, RegExp>>> = {
  phone: /^(?=(?:\P{N}*\p{N}){6})[^@]*$/u,
  email: /\S@\S/,
  date: /\p{N}/u,
  price: /\p{N}/u,
};

/** Whether a line has the form of what a name means, if such values have one. */
const hasForm = (line: string, name: string): boolean => {
  const concept = conceptOf(name);
  const form = concept === null ? undefined : FORMS[concept];
  return form === undefined || form.test(line);
};

/** Rows of a table that are looked at. */
const MAX_ROWS = 50;

/** How many lines each cell of some rows has. */
const countLines = (rows: readonly Element[]): number[][] =>
  rows.slice(0, MAX_ROWS).map((row) => placedCells(row).map((cell) => (cell ? linesOf(cell).length : 0)));
const countLinesIn = rememberedFor((around: ParentNode) => countLines(around.children.filter(isTag)));

/** Whether most cells of a row's column, in the rows beside it, have so many lines. */
const isShared = (row: Element, column: number, lines: number): boolean => {
  const rows = row.parent ? countLinesIn(row.parent) : countLines([row]);
  const filled = rows.map((counts) => counts[column] ?? 0).filter((count) => count > 0);
  return filled.filter((count) => count === lines).length * 2 > filled.length;
};

/**
 * The lines of a cell as facts, without those that have not the form of what they are named; null if its column does not hold
 * several things. A cell with a single line has the first thing of which the line has the form.
 */
export const readShared = (
  cell: Element,
  label: string,
  row: Element,
  column: number,
): readonly Fact[] | null => {
  const names = label.split("/").map((name) => name.trim());
  if (names.length < 2 || names.some((name) => asLabel(name) === null)) return null;
  const lines = linesOf(cell);
  const isLone = lines.length === 1;
  if ((!isLone && lines.length !== names.length) || !isShared(row, column, names.length)) return null;
  const read = names.flatMap((name, at) => {
    const line = (isLone ? lines[0] : lines[at]) ?? "";
    return hasForm(line, name)
      ? [makeFact("table", name, [line], { factor: 1.2, origin: labelOf("column", name) })]
      : [];
  });
  return isLone ? read.slice(0, 1) : read;
};
