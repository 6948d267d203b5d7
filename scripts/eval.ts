/**
 * Scores the engine on the real pages: `npm run eval [-- --quick --json]`. `docs/quality.md` describes the
 * method and has the latest scores.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { printDocuments } from "./eval/documents/documents.ts";
import { printExamples } from "./eval/examples.ts";
import { printFlows } from "./eval/generate.ts";
import { printHealing } from "./eval/healingTable.ts";
import { bootstrap, mean, median } from "./eval/measures.ts";
import { type EvalPage, loadPages, pagesMissing, seededRandom, splitPages } from "./eval/pages.ts";
import { type ProductScores, scoreProducts, stripProduct } from "./eval/products.ts";
import { loadReadability } from "./eval/readability.ts";
import { printSets } from "./eval/score/sets.ts";
import { FIGURES, type Figure, type PageScores, scorePage } from "./eval/scores.ts";
import { printSpeed } from "./eval/speed.ts";
import { printUnseen } from "./eval/unseen/print.ts";
import { evenSample, sampleOfCommand } from "./sample.ts";

const SEED = 7;

const show = (values: readonly number[]): string => {
  if (values.length === 0) return "";
  const [low, high] = bootstrap(values, seededRandom(SEED));
  return `${mean(values).toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)}, ${values.length})`;
};

const valuesOf = (scores: readonly PageScores[], figure: Figure): number[] =>
  scores.map(({ figures }) => figures[figure]).filter((value) => value !== undefined);
const readabilityOf = (scores: readonly PageScores[]): number[] =>
  scores.map(({ readabilityF1 }) => readabilityF1).filter((value) => value !== null);

const printTable = (scores: readonly PageScores[]): void => {
  const { heldOut } = splitPages(scores.map(({ page }) => page));
  const heldIds = new Set(heldOut.map(({ id }) => id));
  const kinds = Object.entries(Object.groupBy(scores, ({ page }) => page.kind)).map(
    ([kind, group]): [string, PageScores[]] => [kind, group ?? []],
  );
  const rows: [string, readonly PageScores[]][] = [
    ...kinds,
    ["all", scores],
    ["tuned half", scores.filter(({ page }) => !heldIds.has(page.id))],
    ["held-out half", scores.filter(({ page }) => heldIds.has(page.id))],
  ];
  console.log(`| pages | ${FIGURES.join(" | ")} | Readability mainContentF1 | ms (p50) |`);
  console.log(`|${" --- |".repeat(FIGURES.length + 3)}`);
  for (const [name, group] of rows) {
    const cells = FIGURES.map((figure) => show(valuesOf(group, figure)));
    const elapsed = median(group.map(({ elapsedMs }) => elapsedMs)).toFixed(0);
    console.log(`| ${name} | ${cells.join(" | ")} | ${show(readabilityOf(group))} | ${elapsed} |`);
  }
  console.log("Each cell: mean (95 % bootstrap interval, pages).");
};

const printProducts = (rows: readonly (readonly [string, ProductScores])[]): void => {
  const fields = Object.keys(rows[0]?.[1] ?? {}) as (keyof ProductScores)[];
  console.log(`\n| product pages | ${fields.map((field) => `${field} F1`).join(" | ")} |`);
  console.log(`|${" --- |".repeat(fields.length + 1)}`);
  for (const [name, scores] of rows)
    console.log(
      `| ${name} | ${fields.map((field) => `${scores[field].f1.toFixed(3)} (${scores[field].pages})`).join(" | ")} |`,
    );
};

/** The older table, for the 182 pages on which the rules were developed. */
const printPages = (pages: readonly EvalPage[]): void => {
  const readability = loadReadability();
  const scores = pages.map((page) => scorePage(page, readability));
  const compared = readabilityOf(scores);
  const figures = Object.fromEntries(FIGURES.map((figure) => [figure, mean(valuesOf(scores, figure))]));
  printTable(scores);
  const { heldOut, tuned } = splitPages(pages);
  const products = scoreProducts(pages, stripProduct);
  printProducts([
    ["stripped", products],
    ["stripped, tuned half", scoreProducts(tuned, stripProduct)],
    ["stripped, held-out half", scoreProducts(heldOut, stripProduct)],
    ["with markup", scoreProducts(pages, (html) => html)],
  ]);
  if (argv.includes("--worst"))
    for (const { page, figures: own } of scores)
      console.log(page.kind, page.id, page.url, JSON.stringify(own));
  if (isJson)
    console.log(
      JSON.stringify({
        ...figures,
        productPriceF1: products.price.f1,
        productSkuF1: products.sku.f1,
        productAvailabilityF1: products.availability.f1,
        msPerPageP50: median(scores.map(({ elapsedMs }) => elapsedMs)),
        readability: compared.length > 0 ? { mainContentF1: mean(compared) } : null,
      }),
    );
};

const ENGINE = join(import.meta.dirname, "..", "src", "engine");
const countLines = (folder: string): number =>
  readdirSync(join(ENGINE, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .reduce((sum, file) => sum + readFileSync(join(ENGINE, folder, file), "utf8").split("\n").length - 1, 0);

const linesOfCode = countLines("extract") + countLines("generate");

/** With --quick: the share of flows, and the number of pages for pagers and healing. */
const QUICK = { generate: 0.25, paging: 40, healing: 6 } as const;

/** Runs everything, on `dev`. */
const printAll = async (pages: readonly EvalPage[]): Promise<void> => {
  const isQuick = argv.includes("--quick");
  const sample = (count: number) => (isQuick ? evenSample(pages, count) : pages);
  const { sets, readability, trafilatura, msPerPageP50 } = printSets("dev");
  const generate = await printFlows("dev", isQuick ? QUICK.generate : 1, sample(QUICK.paging), false);
  const healing = printHealing(sample(QUICK.healing), false);
  if (isJson)
    console.log(
      JSON.stringify({ sets, generate, healing, readability, trafilatura, msPerPageP50, linesOfCode }),
    );
};

const missing = pagesMissing();
const { argv } = process;
const isJson = argv.includes("--json");
const split = argv.includes("--train") ? "train" : "dev";
const pages = missing === null ? loadPages(sampleOfCommand()) : [];
if (argv.includes("--documents")) await printDocuments(isJson);
else if (missing !== null) console.log(JSON.stringify({ skipped: missing }));
else if (argv.includes("--sets")) {
  const { sets } = printSets(split);
  if (isJson) console.log(JSON.stringify({ sets }));
} else if (argv.includes("--unseen"))
  await printUnseen({ isQuick: argv.includes("--quick"), isJson, linesOfCode });
else if (argv.includes("--speed")) printSpeed(isJson);
else if (argv.includes("--examples")) printExamples(split, { isJson, isLoud: argv.includes("--worst") });
else if (argv.includes("--generate")) await printFlows(split, 1, pages, isJson);
else if (argv.includes("--healing")) printHealing(pages, isJson);
else if (argv.includes("--pages")) printPages(pages);
else await printAll(pages);
