/**
 * `npm run eval -- --documents [--json]`: scores how documents are read, against what was written in them. The
 * documents are made by the producers that this machine has; each that is absent is left out, with its reason.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findAll } from "domutils";
import { parseDocument, textOf } from "../../../src/engine/extract/extract.ts";
import { openDocument } from "../../../src/engine/page/index.ts";
import { bagF1, mean } from "../measures.ts";
import { LONG, makeCorpus, type Written } from "./corpus.ts";
import type { Cost } from "./cost.ts";

const COST = join(import.meta.dirname, "cost.ts");

export interface Scores {
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

/** What poppler's `pdftotext -layout` gives; null where it is not installed. Its lines are split where gaps are wide. */
const readPoppler = (file: string): { text: string; tables: string[][][] } | null => {
  try {
    const text = execFileSync("pdftotext", ["-layout", file, "-"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return { text, tables: [text.split("\n").map((line) => line.trim().split(/\s{2,}/))] };
  } catch {
    return null;
  }
};

const averageOf = (scores: readonly Scores[]) => {
  const of = (name: keyof Scores): number =>
    mean(scores.map((each) => each[name]).filter((value) => value !== null));
  return { textF1: of("textF1"), cells: of("cells"), order: of("order") };
};

const show = (value: number | null): string => (value === null ? "" : value.toFixed(3));
const showAll = ({ textF1, cells, order }: Scores): string => [textF1, cells, order].map(show).join(" | ");

/** Reads a document of the corpus as the service does, and scores it. */
export const scoreDocument = async (folder: string, written: Written): Promise<Scores> => {
  const { text, tables } = await readOurs(join(folder, written.file));
  return score(written, text, tables);
};

/** What a file takes to read in a process of its own; null if it could not be made. */
const costOf = (file: string): Cost | null =>
  existsSync(file)
    ? (JSON.parse(
        execFileSync(process.execPath, [COST, file], {
          encoding: "utf8",
          stdio: ["ignore", "pipe", "ignore"],
        }),
      ) as Cost)
    : null;

export const printDocuments = async (isJson: boolean): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "documents-"));
  try {
    const { made, skipped } = await makeCorpus(folder, LONG);
    const hundredPages = Object.fromEntries(
      LONG.map(({ written: { file } }) => [file, costOf(join(folder, file))]),
    );
    const ours: Scores[] = [];
    const onPdf: { ours: Scores; poppler: Scores }[] = [];
    console.log("| document | word F1 | cells | order | `pdftotext -layout`: word F1 | cells | order |");
    console.log(`|${" --- |".repeat(7)}`);
    for (const written of made) {
      const file = join(folder, written.file);
      const own = await scoreDocument(folder, written);
      ours.push(own);
      const other = written.file.endsWith(".pdf") ? readPoppler(file) : null;
      const poppler = other && score(written, other.text, other.tables);
      if (poppler) onPdf.push({ ours: own, poppler });
      console.log(`| ${written.file} | ${showAll(own)} | ${poppler ? showAll(poppler) : " | | "} |`);
    }
    for (const [name, reason] of Object.entries(skipped)) console.log(`Skipped, ${name}: ${reason}`);
    const total = averageOf(ours);
    const beside = onPdf.length > 0 ? averageOf(onPdf.map(({ poppler }) => poppler)) : null;
    console.log(`| all | ${showAll(total)} | ${beside ? showAll(beside) : " | | "} |`);
    for (const [file, cost] of Object.entries(hundredPages))
      if (cost)
        console.log(
          `100 pages, ${file}: ${cost.ms} ms, ${cost.cpuMs} ms of processor time, ${cost.mb} MB of memory.`,
        );
    if (isJson)
      console.log(JSON.stringify({ ...total, beside, hundredPages, documents: made.length, skipped }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
