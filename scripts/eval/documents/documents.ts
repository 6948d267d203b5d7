/** Scores how documents are read, against what was written in them: `test/browser/documentProducers.test.ts`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findAll } from "domutils";
import { parseDocument, textOf } from "../../../src/engine/extract/extract.ts";
import { openDocument } from "../../../src/engine/page/index.ts";
import { bagF1 } from "../measures.ts";
import type { Written } from "./corpus.ts";

interface Scores {
  readonly textF1: number;
  /** The share of cells that are right; null without a table. */
  readonly cells: number | null;
  /** The share of neighbouring paragraphs that are in order; null without columns. */
  readonly order: number | null;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}.-]*[\p{L}\p{N}]/gu) ?? [];

const orderOf = (text: string, numbered: number): number | null => {
  if (numbered === 0) return null;
  const found = [...text.matchAll(/Number (\d\d)\./g)].map(([, number]) => Number(number));
  const right = found.filter((number, index) => index > 0 && number === (found[index - 1] ?? 0) + 1).length;
  return right / (numbered - 1);
};

const cellsOf = (
  rows: Written["rows"],
  tables: readonly (readonly (readonly string[])[])[],
): number | null => {
  if (rows.length === 0) return null;
  const byFirst = new Map(tables.flat().map((row) => [row[0], row]));
  const right = rows.flatMap((row) => row.map((cell, index) => byFirst.get(row[0] ?? "")?.[index] === cell));
  return right.filter(Boolean).length / right.length;
};

const score = (
  { texts, rows, numbered }: Written,
  text: string,
  tables: Parameters<typeof cellsOf>[1],
): Scores => ({
  textF1: bagF1(wordsOf([...texts, ...rows.flat()].join(" ")), wordsOf(text)),
  cells: cellsOf(rows, tables),
  order: orderOf(text, numbered),
});

const readOurs = async (file: string) => {
  const converted = await openDocument(readFileSync(file));
  if (converted?.format !== "document") throw new Error(`${file} was not read as a document.`);
  const { root } = parseDocument(converted.text, { url: "https://example.org/file", format: "document" });
  const all = (name: string, within = root.children) => findAll((element) => element.name === name, within);
  const tables = all("table").map((table) =>
    all("tr", [table]).map((row) =>
      row.children.filter((cell) => "name" in cell).map((cell) => textOf(cell)),
    ),
  );
  // The name of a workbook's sheet is not in its cells.
  const shown = all(/\.(?:xlsx|ods)$/.test(file) ? "tr" : "article");
  return { text: shown.map((element) => textOf(element)).join(" "), tables };
};

/** Reads a document of the corpus as the service does, and scores it. */
export const scoreDocument = async (folder: string, written: Written): Promise<Scores> => {
  const { text, tables } = await readOurs(join(folder, written.file));
  return score(written, text, tables);
};
