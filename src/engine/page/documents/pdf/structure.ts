/** Reads the tags of pages, as long as they cost little beside what they tell. */
import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { TagNode } from "./pieces.ts";

/**
 * pdf.js reads a table or list whole for each page that has a part of it. This many elements of other pages are read, which
 * takes about half a second; from there on, the layout alone tells what is a table. Without this, a tagged price list of 100
 * pages took 11 seconds and 500 MB, and one of 200 pages four times as long.
 */
const MAX_ELSEWHERE = 60_000;
/** Elements around one piece of a page's own text, such as a table's row, cell, paragraph and span. */
const ELEMENTS_PER_TEXT = 5;

interface Count {
  elements: number;
  texts: number;
}

const countIn = ({ id, children = [] }: TagNode, count: Count = { elements: 0, texts: 0 }): Count => {
  if (id === undefined) count.elements += 1;
  else count.texts += 1;
  for (const child of children) countIn(child, count);
  return count;
};

/** @returns reads a page's tags; null if it has none, if they are damaged, or if those before took too much */
export const createTagReader = (): ((page: PDFPageProxy) => Promise<TagNode | null>) => {
  let elsewhere = 0;
  return async (page) => {
    if (elsewhere > MAX_ELSEWHERE) return null;
    const tags = (await page.getStructTree().catch(() => null)) as TagNode | null;
    if (!tags) return null;
    const { elements, texts } = countIn(tags);
    elsewhere += Math.max(0, elements - texts * ELEMENTS_PER_TEXT);
    return tags;
  };
};
