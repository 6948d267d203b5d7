/** Learns the forests of the main-content model from the real pages, and says how well they do on others: `node scripts/eval/train.ts [--write]`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findTop } from "../../src/engine/extract/content/content.ts";
import { describeBlocks } from "../../src/engine/extract/content/features.ts";
import { type Forest, judge } from "../../src/engine/extract/content/forest.ts";
import { addSurroundings, judgeBlocks, type Model } from "../../src/engine/extract/content/score.ts";
import { findFurniture, selectBlocks } from "../../src/engine/extract/content/select.ts";
import type { Table } from "../../src/engine/extract/content/table.ts";
import { readTraits } from "../../src/engine/extract/content/traits.ts";
import { parseDocument } from "../../src/engine/extract/extract.ts";
import { type Blocks, splitBlocks } from "../../src/engine/extract/page/blocks.ts";
import { type Growth, growForest } from "./grow.ts";
import { labelBlocks } from "./labels.ts";
import { bootstrap, mean, median, wordF1 } from "./measures.ts";
import { type EvalPage, loadPages, seededRandom } from "./pages.ts";

interface Sample {
  readonly page: EvalPage;
  readonly blocks: Blocks;
  readonly table: Table;
  readonly labels: readonly number[];
  /** How much each block matters: every page counts the same, whatever its length; furniture is not learnt from. */
  readonly masses: readonly number[];
}

const toSample = (page: EvalPage): Sample | null => {
  const document = parseDocument(page.html, page);
  const top = findTop(document);
  if (!top) return null;
  const blocks = splitBlocks(top);
  const furniture = findFurniture(blocks.blocks);
  const weights = blocks.blocks.map(({ words }, index) => (furniture[index] ? 0 : Math.sqrt(words)));
  const total = weights.reduce((sum, value) => sum + value, 0) || 1;
  return {
    page,
    blocks,
    table: describeBlocks(blocks, readTraits(document, blocks)),
    labels: labelBlocks(blocks.blocks, page.truth.main_content ?? "", furniture),
    masses: weights.map((value) => value / total),
  };
};

const FIRST: Growth = { trees: 180, leaves: 8, rate: 0.08, rows: 0.7, features: 0.3, least: 60, ridge: 5 };
const SECOND: Growth = { ...FIRST, trees: 150 };
const SEED = 5;

const grow = (samples: readonly Sample[], tableOf: (sample: Sample) => Table, growth: Growth): Forest => {
  const tables = samples.map((sample) => ({ ...sample, table: tableOf(sample) }));
  const known = tables
    .flatMap(({ table, labels, masses }) =>
      table.rows.map((row, index) => ({ row, label: labels[index] ?? 0, mass: masses[index] ?? 0 })),
    )
    .filter(({ mass }) => mass > 0);
  return growForest(
    {
      names: tables.find(({ table }) => table.rows.length > 0)?.table.names ?? [],
      rows: known.map(({ row }) => row),
      labels: known.map(({ label }) => label),
      masses: known.map(({ mass }) => mass),
    },
    growth,
    SEED,
  );
};

const judgeAll = ({ masses, table }: Sample, forest: Forest): number[] =>
  table.rows.map((row, index) => (masses[index] ? judge(forest, row) : 0));

/** Pages of one site are never on both sides. */
const siteOf = ({ page }: Sample): string => new URL(page.url).hostname.split(".").slice(-2).join(".");

const splitBySite = (
  samples: readonly Sample[],
  folds: number,
  seed: number,
): ReadonlyMap<Sample, number> => {
  const random = seededRandom(seed);
  const sites = [...new Set(samples.map(siteOf))].sort();
  const order = sites.map((site) => ({ site, rank: random() })).sort((left, right) => left.rank - right.rank);
  const foldOf = new Map(order.map(({ site }, index) => [site, index % folds]));
  return new Map(samples.map((sample) => [sample, foldOf.get(siteOf(sample)) ?? 0]));
};

/** What a model says of each sample that has not seen its site. */
const crossOver = <Model, Result>(
  samples: readonly Sample[],
  { folds, seed }: { folds: number; seed: number },
  learn: (rest: readonly Sample[]) => Model,
  apply: (sample: Sample, model: Model) => Result,
): ReadonlyMap<Sample, Result> => {
  const foldOf = splitBySite(samples, folds, seed);
  const results = new Map<Sample, Result>();
  for (let fold = 0; fold < folds; fold++) {
    const model = learn(samples.filter((sample) => foldOf.get(sample) !== fold));
    for (const sample of samples) if (foldOf.get(sample) === fold) results.set(sample, apply(sample, model));
  }
  return results;
};

const INNER_FOLDS = 4;

const surround = ({ blocks, table }: Sample, guesses: readonly number[]): Table =>
  addSurroundings(blocks, table, guesses);

/** The second pass learns from what the first one says of pages that it has not seen. */
const learn = (samples: readonly Sample[]): Model => {
  const learnFirst = (some: readonly Sample[]): Forest => grow(some, ({ table }) => table, FIRST);
  const unseen = crossOver(samples, { folds: INNER_FOLDS, seed: SEED }, learnFirst, judgeAll);
  return {
    first: learnFirst(samples),
    second: grow(samples, (sample) => surround(sample, unseen.get(sample) ?? []), SECOND),
  };
};

const textOf = ({ blocks }: Sample, scores: readonly number[]): string =>
  selectBlocks(blocks.blocks, scores)
    .map(({ text }) => text)
    .join("\n");

interface Outcome {
  readonly first: number;
  readonly both: number;
  readonly labels: number;
}

const scoreWith = (sample: Sample, model: Model): Outcome => {
  const truth = sample.page.truth.main_content ?? "";
  const labelled = sample.blocks.blocks.filter((_, index) => (sample.labels[index] ?? 0) >= 0.5);
  return {
    first: wordF1(textOf(sample, judgeAll(sample, model.first)), truth),
    both: wordF1(textOf(sample, judgeBlocks(sample.blocks, sample.table, model)), truth),
    labels: wordF1(labelled.map(({ text }) => text).join("\n"), truth),
  };
};

const report = (title: string, outcomes: ReadonlyMap<Sample, Outcome>): void => {
  const at = (pick: keyof Outcome, of = [...outcomes]): string =>
    mean(of.map(([, outcome]) => outcome[pick])).toFixed(3);
  const kinds = Object.entries(Object.groupBy(outcomes, ([{ page }]) => page.kind)).map(
    ([kind, group]) => `${kind} ${at("both", group)}`,
  );
  const scores = [...outcomes.values()].map(({ both }) => both);
  const [low, high] = bootstrap(scores, seededRandom(SEED));
  console.log(
    `${title}: ${at("both")} (${low.toFixed(3)}–${high.toFixed(3)}; median ${median(scores).toFixed(3)}, first pass ${at("first")}, labels themselves ${at("labels")}) | ${kinds.join(" ")}`,
  );
};

const FOLDS = 5;
const samples = loadPages()
  .filter(({ truth }) => truth.main_content)
  .map(toSample)
  .filter((sample) => sample !== null);
for (const seed of [1, 2])
  report(`unseen, split ${seed}`, crossOver(samples, { folds: FOLDS, seed }, learn, scoreWith));

if (process.argv.includes("--write")) {
  const model = learn(samples);
  report("seen", new Map(samples.map((sample) => [sample, scoreWith(sample, model)])));
  const print = (name: string, forest: Forest): string =>
    `export const ${name}: Forest = ${JSON.stringify(forest)};\n`;
  writeFileSync(
    join(import.meta.dirname, "..", "..", "src", "engine", "extract", "content", "weights.ts"),
    `/** Written by \`node scripts/eval/train.ts --write\`; \`docs/quality.md\` says how. Policy as data, never edited by hand. */\nimport type { Forest } from "./forest.ts";\n\n${print("FIRST", model.first)}\n${print("SECOND", model.second)}`,
  );
}
