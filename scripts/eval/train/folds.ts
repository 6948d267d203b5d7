/** Cross-validation over sites: pages of one site are never in both training and test data. */
import { seededRandom } from "../pages.ts";
import type { Entry } from "../sets.ts";

const FOLDS = 3;

interface OfSite {
  readonly entry: Pick<Entry<unknown>, "site">;
}

const splitBySite = <Sample extends OfSite>(
  samples: readonly Sample[],
  seed: number,
): Map<Sample, number> => {
  const random = seededRandom(seed);
  const sites = [...new Set(samples.map(({ entry }) => entry.site))].sort();
  const order = sites.map((site) => ({ site, rank: random() })).sort((left, right) => left.rank - right.rank);
  const foldOf = new Map(order.map(({ site }, index) => [site, index % FOLDS]));
  return new Map(samples.map((sample) => [sample, foldOf.get(sample.entry.site) ?? 0]));
};

/** Predictions for each sample by a model that has not seen its site. */
export const crossOver = <Sample extends OfSite, Learnt, Result>(
  samples: readonly Sample[],
  seed: number,
  learn: (rest: readonly Sample[]) => Learnt,
  apply: (sample: Sample, model: Learnt) => Result,
): Map<Sample, Result> => {
  const foldOf = splitBySite(samples, seed);
  const results = new Map<Sample, Result>();
  for (let fold = 0; fold < FOLDS; fold++) {
    const model = learn(samples.filter((sample) => foldOf.get(sample) !== fold));
    for (const sample of samples) if (foldOf.get(sample) === fold) results.set(sample, apply(sample, model));
  }
  return results;
};
