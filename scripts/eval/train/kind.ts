/** Trains the decision between one item and many, and scores it on other sites. */
import { type Forest, judge } from "../../../src/engine/extract/content/forest.ts";
import { mean } from "../measures.ts";
import { crossOver } from "./folds.ts";
import { type Growth, growForest } from "./forest.ts";
import type { KindSample } from "./kindSamples.ts";

const SEED = 5;
const FOLDS = 5;
/** 6 to 16 leaves, 100 to 200 trees and all features for each tree were within .008 over held-out sites. */
const GROWTH: Growth = {
  trees: 150,
  leaves: 8,
  rate: 0.05,
  rows: 0.7,
  features: 0.3,
  least: 20,
  ridge: 5,
  seed: SEED,
};

/** Weights of the sets: articles and recipes are many and easy; `fields` has many pages of few sites. */
const WEIGHTS: Readonly<Record<string, number>> = { articles: 0.5, recipes: 0.3, fields: 0.3 };
const ASKED_WEIGHT = 0.6;

const weigh = ({ entry, isAsked }: KindSample): number =>
  (WEIGHTS[entry.set] ?? 1) * (isAsked ? ASKED_WEIGHT : 1);
const sum = (samples: readonly KindSample[]): number =>
  samples.reduce((all, sample) => all + weigh(sample), 0);

/** Lists are rare, so they weigh more: by the square root of their rarity. */
export const learnKind = (samples: readonly KindSample[]): Forest => {
  const names = Object.keys(samples[0]?.features ?? {});
  const [many, one] = [true, false].map((is) => sum(samples.filter(({ isMany }) => isMany === is)));
  const factor = Math.sqrt((one ?? 1) / (many ?? 1));
  return growForest(
    {
      names,
      rows: samples.map(({ features }) => Float32Array.from(names, (name) => features[name] ?? 0)),
      labels: samples.map(({ isMany }) => Number(isMany)),
      masses: samples.map((sample) => weigh(sample) * (sample.isMany ? factor : 1)),
    },
    GROWTH,
  ).forest;
};

const judgeSample = ({ features }: KindSample, forest: Forest): number =>
  judge(
    forest,
    forest.names.map((name) => features[name] ?? 0),
  );

export const crossValidateKind = (samples: readonly KindSample[]): Map<KindSample, number> =>
  crossOver(samples, SEED, learnKind, judgeSample, FOLDS);
export const judgeKind = (samples: readonly KindSample[], forest: Forest): Map<KindSample, number> =>
  new Map(samples.map((sample) => [sample, judgeSample(sample, forest)]));

/** Share of right decisions by set and kind of page, with and without a request. */
export const reportKind = (title: string, judged: ReadonlyMap<KindSample, number>): void => {
  const groups = Map.groupBy(
    judged,
    ([{ entry, isAsked }]) => `${entry.set}/${entry.kind}${isAsked ? " asked" : ""}`,
  );
  const figures = [...groups].map(([name, group]) => {
    const right = group.map(([{ isMany }, likelihood]) => Number(likelihood >= 0.5 === isMany));
    return `${name} ${mean(right).toFixed(3)} (${right.length})`;
  });
  console.log(`${title}, one item or many: ${figures.join(" | ")}`);
};
