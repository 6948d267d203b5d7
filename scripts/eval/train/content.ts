/** Trains the two forests of the main-content model, and scores them on pages of other sites. */
import { type Forest, predict } from "../../../src/engine/extract/content/forest.ts";
import { addSurroundings, type Model, predictBlocks } from "../../../src/engine/extract/content/score.ts";
import { selectBlocks } from "../../../src/engine/extract/content/select.ts";
import type { Table } from "../../../src/engine/extract/content/table.ts";
import { bootstrap, mean, wordF1 } from "../measures.ts";
import { seededRandom } from "../pages.ts";
import { crossOver } from "./folds.ts";
import { type Growth, growForest } from "./forest.ts";
import type { Sample } from "./samples.ts";

const SEED = 5;
/** 300 trees of 20 leaves scored the same over the sites of `train` (within 0.003), and are slower. */
const GROWTH: Growth = {
  trees: 200,
  leaves: 16,
  rate: 0.1,
  rows: 0.7,
  features: 0.3,
  least: 60,
  ridge: 5,
  seed: SEED,
};
/** Blocks used per page: long pages repeat themselves and should not count more than others. */
const MAX_ROWS = 200;

type TableOf = (sample: Sample) => Table;

/** The rows of a sample used for training, the same in each run. */
const drawRows = ({ masses }: Sample, random: () => number): number[] => {
  const known = masses.flatMap((mass, index) => (mass > 0 ? [{ index, rank: random() }] : []));
  return known
    .sort((left, right) => left.rank - right.rank)
    .slice(0, MAX_ROWS)
    .map(({ index }) => index);
};

const grow = (samples: readonly Sample[], tableOf: TableOf): Forest => {
  const random = seededRandom(SEED);
  const rows: Float32Array[] = [];
  const labels: number[] = [];
  const masses: number[] = [];
  let names: readonly string[] = [];
  for (const sample of samples) {
    const table = tableOf(sample);
    if (table.names.length > 0) names = table.names;
    const drawn = drawRows(sample, random);
    const total = drawn.reduce((sum, index) => sum + (sample.masses[index] ?? 0), 0);
    for (const index of drawn) {
      rows.push(table.rows[index] ?? new Float32Array(names.length));
      labels.push(sample.labels[index] ?? 0);
      masses.push((sample.masses[index] ?? 0) / total);
    }
  }
  return growForest({ names, rows, labels, masses }, GROWTH);
};

const predictAll = ({ table }: Sample, forest: Forest): number[] =>
  table.rows.map((row) => predict(forest, row));

const firstOf: TableOf = ({ table }) => table;

/** The second pass learns from the first pass's predictions on pages it has not seen. */
const surroundedBy =
  (guesses: ReadonlyMap<Sample, readonly number[]>): TableOf =>
  (sample) =>
    addSurroundings(sample.blocks, sample.table, guesses.get(sample) ?? []);

/**
 * Learns a model from all samples or a part of them. The first pass's predictions, from which the second learns, are
 * shared: they are of sites that their forest has not seen.
 */
export const learnContent = (samples: readonly Sample[]): ((part?: readonly Sample[]) => Model) => {
  const unseen = crossOver(samples, SEED, (rest) => grow(rest, firstOf), predictAll);
  return (part = samples) => ({ first: grow(part, firstOf), second: grow(part, surroundedBy(unseen)) });
};

const scoreOne = ({ blocks, entry }: Sample, scores: readonly number[]): number =>
  wordF1(
    selectBlocks(blocks.blocks, scores)
      .map(({ text }) => text)
      .join("\n"),
    entry.truth.main_content ?? "",
  );

/** Prints word F1 by kind of page, for pages whose truth is their whole text. */
export const reportContent = (title: string, scores: ReadonlyMap<Sample, readonly number[]>): void => {
  const known = [...scores].filter(
    ([{ entry }]) => entry.truth.main_content !== undefined && entry.set !== "articles",
  );
  const figures = known.map(([sample, own]) => ({
    name: `${sample.entry.set}/${sample.entry.kind}`,
    set: sample.entry.set,
    f1: scoreOne(sample, own),
  }));
  const show = (name: string, values: readonly number[]): string => {
    const [low, high] = bootstrap(values, seededRandom(SEED));
    return `${name} ${mean(values).toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)}, ${values.length})`;
  };
  const groups = [
    ...Object.entries(Object.groupBy(figures, ({ set }) => set)),
    ...Object.entries(Object.groupBy(figures, ({ name }) => name)),
  ];
  console.log(
    `${title}: ${groups
      .map(([name, group = []]) =>
        show(
          name,
          group.map(({ f1 }) => f1),
        ),
      )
      .join(" | ")}`,
  );
};

export const predictContent = (samples: readonly Sample[], model: Model): Map<Sample, number[]> =>
  new Map(
    samples.map((sample) => [sample, predictBlocks(sample.blocks, sample.table, sample.furniture, model)]),
  );
