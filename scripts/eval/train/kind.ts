/** Trains the decision between one item and many, and scores it on other sites. */
import { type Forest, predictBy } from "../../../src/engine/extract/content/forest.ts";
import { mean } from "../measures.ts";
import { type Growth, growForest } from "./forest.ts";
import { type KindLesson, type KindSample, WRITTEN } from "./kindSamples.ts";

const SEED = 5;
/** 6 to 16 leaves, 100 to 200 trees and all features for each tree were within .008 over held-out sites. */
const LOOKS: Growth = {
  trees: 150,
  leaves: 8,
  rate: 0.05,
  rows: 0.7,
  features: 0.3,
  least: 20,
  ridge: 5,
  seed: SEED,
};
/** 5 to 12 leaves, 150 to 400 trees, and half of the features for each tree found at most .02 more or fewer lists. */
const ASKED: Growth = { ...LOOKS, trees: 250, rate: 0.03 };

/** Weights of the sets: articles and recipes are many and easy; `fields` has many pages of few sites. */
const WEIGHTS: Readonly<Record<string, number>> = { articles: 0.5, recipes: 0.3, fields: 0.3 };
const ASKED_WEIGHT = 0.6;
/**
 * Pages that were written for this are few, and those about one thing fewer: with each left out, 223 of 226 lists and 74 of 76 others
 * are found, instead of 218 and 70 with rules for short pages; half of the weights find 70 of these, twice were not tried.
 */
const WRITTEN_WEIGHT = { many: 2, one: 4 } as const;

const weigh = ({ entry, isAsked, isMany }: KindLesson): number =>
  entry.set === WRITTEN
    ? WRITTEN_WEIGHT[isMany ? "many" : "one"]
    : (WEIGHTS[entry.set] ?? 1) * (isAsked ? ASKED_WEIGHT : 1);
const sum = (samples: readonly KindLesson[]): number =>
  samples.reduce((all, sample) => all + weigh(sample), 0);

/** Lists are rare, so they weigh more: by the square root of their rarity. */
const learn = (samples: readonly KindLesson[], names: readonly string[], growth: Growth): Forest => {
  const [many, one] = [true, false].map((is) => sum(samples.filter(({ isMany }) => isMany === is)));
  const factor = Math.sqrt((one ?? 1) / (many ?? 1));
  return growForest(
    {
      names,
      rows: samples.map(({ features }) => Float32Array.from(names, (name) => features[name] ?? 0)),
      labels: samples.map(({ isMany }) => Number(isMany)),
      masses: samples.map((sample) => weigh(sample) * (sample.isMany ? factor : 1)),
    },
    growth,
  );
};

/** The forests for pages of which nothing is asked, by their looks, and for those of which fields are. */
export interface KindModel {
  readonly looks: Forest;
  readonly asked: Forest;
}

export const learnKind = (samples: readonly KindLesson[]): KindModel => {
  const asked = samples.filter(({ isAsked }) => isAsked);
  const namesOf = (of: readonly KindLesson[]): string[] => Object.keys(of[0]?.features ?? {});
  return {
    looks: learn(
      samples.filter(({ entry }) => entry.set !== WRITTEN),
      namesOf(samples.filter(({ isAsked }) => !isAsked)),
      LOOKS,
    ),
    asked: learn(asked, namesOf(asked), ASKED),
  };
};

const predictSample = ({ features, isAsked }: KindSample, { looks, asked }: KindModel): number => {
  return predictBy(isAsked ? asked : looks, features);
};

export const predictKind = (samples: readonly KindSample[], model: KindModel): Map<KindSample, number> =>
  new Map(samples.map((sample) => [sample, predictSample(sample, model)]));

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
