/** Writes items as nested lists. */
import { type Run, type Writer, writeRuns } from "./html.ts";

export interface ListItem {
  readonly runs: readonly Run[];
  /** How deep it is nested, from 1. */
  readonly level: number;
  readonly isNumbered: boolean;
  /** Of the first item of a numbered list, if it is not 1. */
  readonly number?: number | undefined;
  readonly page?: number | undefined;
}

const MAX_NESTED = 8;

/** Lists stay open from item to item until `end` is called. */
export const createLists = (writer: Writer) => {
  const open: ("ul" | "ol")[] = [];
  const close = (): void => {
    const tag = open.pop();
    if (tag) writer.put(`</li></${tag}>\n`);
  };
  return {
    isOpen: (): boolean => open.length > 0,
    end: (): void => {
      while (open.length > 0) close();
    },
    item: ({ runs, level, isNumbered, number = 1, page }: ListItem): void => {
      const html = writeRuns(runs);
      if (html === "") return;
      const tag = isNumbered ? "ol" : "ul";
      const depth = Math.max(1, Math.min(level, MAX_NESTED));
      while (open.length > depth || (open.length === depth && open.at(-1) !== tag)) close();
      if (open.length === depth) writer.put("</li>\n");
      while (open.length < depth) {
        const isLast = open.length === depth - 1;
        writer.put(
          `<${tag}${isLast && isNumbered && number !== 1 ? ` start="${number}"` : ""}>${isLast ? "" : "<li>"}`,
        );
        open.push(tag);
      }
      writer.put(`<li${page === undefined ? "" : ` data-page="${page}"`}>${html}`);
    },
  };
};
