/** Writes the blocks of a PDF as HTML. Each carries the number of its page. */
import { escapeHtml, type Run, type Writer } from "../html.ts";
import { createLists } from "../lists.ts";
import { type Block, splitMark } from "./blocks.ts";
import type { Segment } from "./lines.ts";
import type { OutlineEntry } from "./outline.ts";

const plain = (runs: readonly Run[]): Run[] => runs.map(({ text, href }) => ({ text, href }));

export const writeBlocks = (
  writer: Writer,
  blocks: readonly Block[],
  repeated: ReadonlyMap<number, readonly Segment[]>,
): void => {
  const lists = createLists(writer);
  let page = 0;
  /** Headers and footers are hidden, as in a browser: they belong to the paper and not to the text. */
  const writeRepeated = (until: number): void => {
    for (; page < until; page++)
      for (const { text } of repeated.get(page + 1) ?? [])
        writer.put(`<template class="repeated" data-page="${page + 1}">${escapeHtml(text)}</template>\n`);
  };
  for (const block of blocks) {
    const isItem = block.kind === "text" && block.role === "item";
    if (!isItem) lists.end();
    if (!lists.isOpen())
      writeRepeated(block.kind === "table" ? (block.rows[0]?.page ?? block.page) : block.page);
    if (block.kind === "table")
      writer.table(block.rows, block.heads === undefined ? {} : { heads: block.heads });
    else if (isItem) {
      const { runs, number } = splitMark(block.runs);
      lists.item({ runs, number, isNumbered: number !== undefined, level: block.level, page: block.page });
    } else if (block.role === "heading")
      writer.block(`h${block.level}`, plain(block.runs), { "data-page": block.page });
    else writer.block("p", block.runs, { "data-page": block.page });
  }
  lists.end();
  writeRepeated(Math.max(0, ...repeated.keys()));
};

export const writeOutline = (writer: Writer, outline: readonly OutlineEntry[]): void => {
  if (outline.length === 0) return;
  writer.put('<template class="outline"><ul>\n');
  for (const { title, depth, page } of outline)
    writer.block("li", [{ text: title }], { "data-depth": depth, "data-page": page });
  writer.put("</ul></template>\n");
};
