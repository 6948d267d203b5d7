/** Learns the weights of the main-content model from the real pages: `node scripts/eval/train.ts [--write]`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findOne } from "domutils";
import { type Blocks, splitBlocks } from "../../src/engine/extract/content/blocks.ts";
import { createDescriber } from "../../src/engine/extract/content/features.ts";
import {
  chooseThreshold,
  describeSurroundings,
  sumUp,
  toLikelihood,
  type Weights,
} from "../../src/engine/extract/content/score.ts";
import { readTraits } from "../../src/engine/extract/content/traits.ts";
import { parseDocument } from "../../src/engine/extract/index.ts";
import { mean, wordF1, wordsOf } from "./measures.ts";
import { type EvalPage, loadPages, splitPages } from "./pages.ts";

interface Sample {
  readonly page: EvalPage;
  readonly blocks: Blocks;
  readonly kind: string;
  readonly names: string[][];
  /** Share of the block that the truth holds, and how much the block matters. */
  readonly labels: number[];
  readonly masses: number[];
}

const SHINGLE = 4;

/** Share of a text's runs of words that the truth holds. */
const labelText = (text: string, truth: { text: string; runs: ReadonlySet<string> }): number => {
  const words = wordsOf(text);
  if (words.length === 0) return 0;
  if (words.length < SHINGLE) return truth.text.includes(` ${words.join(" ")} `) ? 1 : 0;
  let hits = 0;
  const total = words.length - SHINGLE + 1;
  for (let at = 0; at < total; at++) if (truth.runs.has(words.slice(at, at + SHINGLE).join(" "))) hits++;
  return hits / total;
};

const toSample = (page: EvalPage): Sample => {
  const document = parseDocument(page.html, page);
  const top =
    findOne(({ name }) => name === "body", document.root.children) ??
    findOne(() => true, document.root.children);
  if (!top) throw new Error(`${page.id} is empty`);
  const blocks = splitBlocks(top);
  const words = wordsOf(page.truth.main_content ?? "");
  const runs = new Set(words.map((_, at) => words.slice(at, at + SHINGLE).join(" ")));
  const truth = { text: ` ${words.join(" ")} `, runs };
  const traits = readTraits(document, blocks);
  const describe = createDescriber(blocks, traits);
  const weigh = blocks.blocks.map(({ words: count }) => Math.sqrt(count));
  const total = weigh.reduce((sum, value) => sum + value, 0) || 1;
  return {
    page,
    blocks,
    kind: traits.kind,
    names: blocks.blocks.map((_, index) => describe(index)),
    labels: blocks.blocks.map(({ text }) => labelText(text, truth)),
    // Every page counts the same, whatever its length.
    masses: weigh.map((value) => value / total),
  };
};

interface Row {
  readonly features: Int32Array;
  readonly label: number;
  readonly mass: number;
}

const ROUNDS = 120;
const RATE = 0.5;

/** Logistic regression with a ridge, by AdaGrad over all rows. */
const learn = (
  rows: readonly { names: readonly string[]; label: number; mass: number }[],
  ridge: number,
): Weights => {
  const ids = new Map<string, number>([["bias", 0]]);
  const counts: number[] = [0];
  for (const { names } of rows)
    for (const name of names) {
      let id = ids.get(name);
      if (id === undefined) {
        id = ids.size;
        ids.set(name, id);
      }
      counts[id] = (counts[id] ?? 0) + 1;
    }
  const data: Row[] = rows.map(({ names, label, mass }) => ({
    features: Int32Array.from([0, ...names.map((name) => ids.get(name) ?? 0)]),
    label,
    mass,
  }));
  const weights = new Float64Array(ids.size);
  const history = new Float64Array(ids.size).fill(1e-8);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = new Float64Array(ids.size);
    for (const { features, label, mass } of data) {
      let sum = 0;
      for (const id of features) sum += weights[id] ?? 0;
      const error = (1 / (1 + Math.exp(-sum)) - label) * mass;
      for (const id of features) gradient[id] = (gradient[id] ?? 0) + error;
    }
    for (let id = 0; id < weights.length; id++) {
      const slope = (gradient[id] ?? 0) + (id === 0 ? 0 : ridge * (weights[id] ?? 0));
      history[id] = (history[id] ?? 0) + slope * slope;
      weights[id] = (weights[id] ?? 0) - (RATE * slope) / Math.sqrt(history[id] ?? 1);
    }
  }
  return Object.fromEntries([...ids].map(([name, id]) => [name, weights[id] ?? 0]));
};

const FIRST_RIDGE = 0.3;
const SECOND_RIDGE = 0.3;
const FOLDS = 4;

const toRows = (samples: readonly Sample[], names: (sample: Sample) => string[][]) =>
  samples.flatMap((sample) => {
    const all = names(sample);
    return sample.labels.map((label, index) => ({
      names: all[index] ?? [],
      label,
      mass: sample.masses[index] ?? 0,
    }));
  });

const firstPass = (sample: Sample, weights: Weights): number[] =>
  sample.names.map((names) => toLikelihood(sumUp(names, weights), weights));

const both = (sample: Sample, first: readonly number[]): string[][] => {
  const around = describeSurroundings(sample.blocks, first);
  return sample.names.map((names, index) => [...names, ...(around[index] ?? [])]);
};

/** The second pass learns from what the first one says of pages that it has not seen. */
const train = (samples: readonly Sample[]): { first: Weights; second: Weights } => {
  const unseen = new Map<Sample, number[]>();
  for (let fold = 0; fold < FOLDS; fold++) {
    const rest = samples.filter((_, index) => index % FOLDS !== fold);
    const weights = learn(
      toRows(rest, ({ names }) => names),
      FIRST_RIDGE,
    );
    for (const [index, sample] of samples.entries())
      if (index % FOLDS === fold) unseen.set(sample, firstPass(sample, weights));
  }
  return {
    first: learn(
      toRows(samples, ({ names }) => names),
      FIRST_RIDGE,
    ),
    second: learn(
      toRows(samples, (sample) => both(sample, unseen.get(sample) ?? [])),
      SECOND_RIDGE,
    ),
  };
};

const textAt = (sample: Sample, scores: readonly number[], threshold: number): string =>
  sample.blocks.blocks
    .filter((_, index) => (scores[index] ?? 0) >= threshold)
    .map(({ text }) => text)
    .join("\n");

const report = (
  title: string,
  samples: readonly Sample[],
  weights: { first: Weights; second: Weights },
): void => {
  const scored = samples.map((sample) => {
    const first = firstPass(sample, weights.first);
    return {
      sample,
      first,
      scores: both(sample, first).map((names) => toLikelihood(sumUp(names, weights.second), weights.second)),
    };
  });
  for (const threshold of [0, 0.4]) {
    const at = (pick: "first" | "scores", group = scored): number =>
      mean(
        group.map((entry) =>
          wordF1(
            textAt(
              entry.sample,
              entry[pick],
              threshold || chooseThreshold(entry.sample.blocks.blocks, entry[pick]),
            ),
            entry.sample.page.truth.main_content ?? "",
          ),
        ),
      );
    const kinds = Object.entries(Object.groupBy(scored, ({ sample }) => sample.page.kind)).map(
      ([kind, group]) => `${kind} ${at("scores", group).toFixed(3)}`,
    );
    console.log(
      `${title} at ${threshold}: first ${at("first").toFixed(4)} second ${at("scores").toFixed(4)} | ${kinds.join(" ")}`,
    );
  }
  const oracle = mean(
    scored.map(({ sample }) =>
      wordF1(textAt(sample, sample.labels, 0.5), sample.page.truth.main_content ?? ""),
    ),
  );
  console.log(`${title}: labels themselves ${oracle.toFixed(4)}`);
};

const pages = loadPages().filter(({ truth }) => truth.main_content !== undefined);
const samples = pages.map(toSample);
const { tuned } = splitPages(pages);
const isTuned = new Set(tuned);
const left = samples.filter(({ page }) => isTuned.has(page));
const right = samples.filter(({ page }) => !isTuned.has(page));
console.log(
  Object.entries(Object.groupBy(samples, (s) => `${s.page.kind}>${s.kind}`))
    .map(([k, v]) => `${k}:${v?.length}`)
    .sort()
    .join(" "),
);
const onLeft = train(left);
report("tuned half", left, onLeft);
report("held-out half", right, onLeft);
report("tuned, from the other", left, train(right));

if (process.argv.includes("--write")) {
  const all = train(samples);
  const print = (weights: Weights): string =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(weights)
          .filter(([, weight]) => Math.abs(weight) >= 0.01)
          .sort()
          .map(([name, weight]) => [name, Number(weight.toFixed(2))]),
      ),
    );
  writeFileSync(
    join(import.meta.dirname, "..", "..", "src", "engine", "extract", "content", "weights.ts"),
    `/** Written by \`node scripts/eval/train.ts --write\`; \`docs/quality.md\` says how. Policy as data, never edited by hand. */\nimport type { Weights } from "./score.ts";\n\nexport const FIRST: Weights = ${print(all.first)};\n\nexport const SECOND: Weights = ${print(all.second)};\n`,
  );
}
