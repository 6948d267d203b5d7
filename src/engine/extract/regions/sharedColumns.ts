/** Columns whose heading names several things, a line for each: "Title / Authority". */
import type { Element } from "domhandler";
import { listBits } from "../page/bits.ts";
import { type Fact, makeFact } from "../sources/facts.ts";
import { type Concept, conceptOf } from "../vocabulary/concepts.ts";
import { asLabel } from "../vocabulary/labels.ts";

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

/** Whether most cells of a column have a line for each name. Kept by the column's first cell. */
const isShared = (column: readonly Element[], count: number): boolean => {
  const [first] = column;
  const known = first && shared.get(first);
  if (!first || known !== undefined) return known ?? false;
  const filled = column.map((cell) => linesOf(cell).length).filter((lines) => lines > 0);
  const is = filled.filter((lines) => lines === count).length * 2 > filled.length;
  shared.set(first, is);
  return is;
};
const shared = new WeakMap<Element, boolean>();

/**
 * The lines of a cell as facts, without those that have not the form of what is named; null if its column is not such. A
 * single line is the first thing that has its form.
 *
 * @param listColumn lists the cells of its column
 */
export const readShared = (
  cell: Element,
  label: string,
  listColumn: () => readonly Element[],
): readonly Fact[] | null => {
  const names = label.split("/").map((name) => name.trim());
  if (names.length < 2 || names.some((name) => asLabel(name) === null)) return null;
  const lines = linesOf(cell);
  const isLone = lines.length === 1;
  if ((!isLone && lines.length !== names.length) || !isShared(listColumn(), names.length)) return null;
  const read = names.flatMap((name, at) => {
    const line = (isLone ? lines[0] : lines[at]) ?? "";
    const concept = conceptOf(name);
    const hasForm = (concept && FORMS[concept]?.test(line)) ?? true;
    return hasForm ? [makeFact("table", name, [line], { factor: 1.2, path: `column "${name}"` })] : [];
  });
  return isLone ? read.slice(0, 1) : read;
};
