/** Learns to find fields and records again on pages that were rebuilt. */
import { type Forest, judge } from "../../../src/engine/extract/content/forest.ts";
import { LIKENESS_FEATURES, PLACE_FEATURES } from "../../../src/engine/extract/slots/healing/candidates.ts";
import { GROUP_FEATURES, REGION_FEATURES } from "../../../src/engine/extract/slots/healing/regions.ts";
import { crossOver } from "./folds.ts";
import { type Growth, growForest } from "./forest.ts";
import { type Forests, type Hunt, hunt, loadHealingPages } from "./hunts.ts";

const SEED = 5;
const GROWTH: Growth = {
  trees: 120,
  leaves: 12,
  rate: 0.06,
  rows: 0.7,
  features: 0.5,
  least: 20,
  ridge: 5,
  seed: SEED,
};

/** At the same share of wrong places, .07 more are right than with 120 trees of 12 leaves. */
const PLACE_GROWTH: Growth = { ...GROWTH, trees: 180, leaves: 16 };

/** Every hunt counts the same, however much there is to choose among. */
const growOnHunts = (hunts: readonly Hunt[], names: readonly string[], growth = GROWTH): Forest =>
  growForest(
    {
      names,
      rows: hunts.flatMap(({ rows }) => rows.map((row) => Float32Array.from(row))),
      labels: hunts.flatMap(({ isRight }) => isRight.map(Number)),
      masses: hunts.flatMap(({ rows }) => rows.map(() => 1 / Math.sqrt(rows.length))),
    },
    growth,
  ).forest;

/** Hunts by the features of what may be it. */
type Hunts = readonly {
  readonly title: string;
  readonly features: readonly string[];
  readonly growth: Growth;
  readonly all: readonly Hunt[];
}[];

/**
 * Each forest is grown on pages that those it builds upon have not seen: a third of the pages for looks, one for
 * fields, one for records.
 */
export const learnHealing = (): { forests: Forests & { readonly region: Forest }; hunts: Hunts } => {
  const pages = loadHealingPages();
  const [first = [], second = [], third = []] = [0, 1, 2].map((at) =>
    pages.filter((_, index) => index % 3 === at),
  );
  const looks = hunt(first, null, null);
  const likeness = growOnHunts(looks.likeness, LIKENESS_FEATURES);
  const group = growOnHunts(looks.groups, GROUP_FEATURES);
  const fields = hunt(second, likeness, null);
  const place = growOnHunts(fields.places, PLACE_FEATURES);
  const lists = hunt(third, likeness, { likeness, place, group });
  const places = [...fields.places, ...lists.places];
  return {
    forests: {
      likeness,
      group,
      place: growOnHunts(places, PLACE_FEATURES, PLACE_GROWTH),
      region: growOnHunts(lists.regions, REGION_FEATURES),
    },
    hunts: [
      { title: "fields", features: PLACE_FEATURES, growth: PLACE_GROWTH, all: places },
      { title: "records", features: REGION_FEATURES, growth: GROWTH, all: lists.regions },
    ],
  };
};

const THRESHOLDS = [0.5, 0.6, 0.7, 0.8, 0.9];

/** How often the likeliest is right, and wrong, where only what is at least so likely is taken. */
export const crossValidateHealing = (hunts: Hunts): void => {
  for (const { title, features, growth, all } of hunts) {
    const learn = (rest: readonly Hunt[]): Forest => growOnHunts(rest, features, growth);
    const best = crossOver(all, SEED, learn, ({ rows, isRight }, forest) => {
      const said = rows.map((row) => judge(forest, row));
      const most = Math.max(0, ...said);
      return { most, right: isRight[said.indexOf(most)] ?? false };
    });
    for (const there of [true, false]) {
      const judged = [...best].flatMap(([{ isRight }, one]) =>
        isRight.includes(true) === there ? [one] : [],
      );
      const share = (threshold: number, isRight: boolean): string =>
        (
          judged.filter(({ most, right }) => most >= threshold && right === isRight).length / judged.length
        ).toFixed(3);
      const figures = THRESHOLDS.map(
        (at) => `${at}: ${there ? `right ${share(at, true)}, ` : ""}wrong ${share(at, false)}`,
      );
      console.log(
        `sites of train held out, ${title} ${there ? "there" : "gone"} (${judged.length}): ${figures.join(" | ")}`,
      );
    }
  }
};
