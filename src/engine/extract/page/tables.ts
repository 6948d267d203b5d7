/** The parts of a table. */
import { type Element, isTag } from "domhandler";

const SECTIONS: ReadonlySet<string> = new Set(["thead", "tbody", "tfoot"]);

/** The rows of a table, without those of tables within it. */
export const rowsOf = ({ children }: Element): Element[] =>
  children
    .filter(isTag)
    .flatMap((child) => (child.name === "tr" ? [child] : SECTIONS.has(child.name) ? rowsOf(child) : []));

/** The cells of a row. */
export const cellsOf = ({ children }: Element): Element[] =>
  children.filter((child): child is Element => isTag(child) && (child.name === "td" || child.name === "th"));

/** What `rowspan` or `colspan` says, from 1 to `most`. */
export const spanOf = (value: string | undefined, most: number): number => {
  const span = Number.parseInt(value ?? "1", 10);
  return span > 1 ? Math.min(span, most) : 1;
};
