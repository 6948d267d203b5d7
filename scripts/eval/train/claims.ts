/** Trains the choice among a page's claims to its title, author and date, and scores it on other sites. */

import { type Forest, predict } from "../../../src/engine/extract/content/forest.ts";
import { parseDocument } from "../../../src/engine/extract/extract.ts";
import { type Claim, rowOf } from "../../../src/engine/extract/scorer/claims/claims.ts";
import { type ClaimedField, claimsOf } from "../../../src/engine/extract/scorer/claims/settle.ts";
import { collectFacts, viewPage } from "../../../src/engine/extract/scorer/pageFacts.ts";
import { dayOf, isSameDay, isSameName, isSameTitle, stripMarkup } from "../compare.ts";
import { mean } from "../measures.ts";
import { type Entry, loadSet, NOW, type Split } from "../sets.ts";
import { type Growth, growForest } from "./forest.ts";

const SEED = 5;
const GROWTH: Omit<Growth, "trees"> = {
  leaves: 12,
  rate: 0.05,
  rows: 0.7,
  features: 0.15,
  least: 20,
  ridge: 5,
  seed: SEED,
};

interface Truth {
  readonly title?: string;
  readonly author?: string | readonly string[];
  readonly date?: string;
  readonly publish_date?: string;
}

/** The claims of one page for one field. */
export interface ClaimSample {
  readonly entry: Entry<Truth>;
  /** Whether the page's structured data was removed. */
  readonly isStripped: boolean;
  readonly claims: readonly Claim[];
  readonly isRight: readonly boolean[];
}

export const FIELDS = ["title", "author", "date"] as const;
type Samples = Readonly<Record<ClaimedField, readonly ClaimSample[]>>;

/** Truths of recipes mostly come from the markup, and are easy. */
const WEIGHTS: Readonly<Record<string, number>> = { recipes: 0.3 };
const STRIPPED_WEIGHT = 0.5;

const SETS = ["content", "articles", "metadata", "pages", "recipes"] as const;
/** Sets whose scores are reported. */
const SCORED: ReadonlySet<string> = new Set(["content", "articles"]);

const judgesOf = ({
  title,
  author,
  date,
  publish_date,
}: Truth): Partial<Record<ClaimedField, (claim: Claim) => boolean>> => {
  const authors = [author ?? []].flat();
  const day = date ?? publish_date;
  return {
    ...(title && { title: ({ text }) => isSameTitle(text, title) }),
    ...(authors.length > 0 && { author: ({ text }) => authors.some((name) => isSameName(text, name)) }),
    ...(day && dayOf(day) !== null && { date: ({ key }) => isSameDay(key, day) }),
  };
};

export const loadClaimSamples = (split: Split, sets: readonly string[] = SETS): Samples => {
  const samples: Record<ClaimedField, ClaimSample[]> = { title: [], author: [], date: [] };
  for (const set of sets)
    for (const [at, entry] of loadSet<Truth>(set, split).entries()) {
      const judges = judgesOf(entry.truth);
      if (Object.keys(judges).length === 0) continue;
      const html = entry.read();
      // Every other page is also used without its markup; recipes only so, because their truth comes from it.
      const ways = set === "recipes" ? [true] : at % 2 === 0 ? [false, true] : [false];
      for (const isStripped of ways) {
        const view = viewPage(parseDocument(isStripped ? stripMarkup(html) : html, entry), NOW);
        const facts = collectFacts(view, { title: "string", author: "string", date: "date" }, new Set());
        for (const field of FIELDS) {
          const judgeClaim = judges[field];
          const claims = judgeClaim ? claimsOf(field, view, facts) : [];
          if (judgeClaim && claims.length > 0)
            samples[field].push({ entry, isStripped, claims, isRight: claims.map(judgeClaim) });
        }
      }
    }
  return samples;
};

/** Pages weigh about the same, regardless of how many claims they make. */
const weigh = ({ entry, isStripped }: ClaimSample): number =>
  (WEIGHTS[entry.set] ?? 1) * (isStripped ? STRIPPED_WEIGHT : 1);

/** Features seen on fewer sites are specific to them, and useless on others. */
const MIN_SITES = 3;
const MIN_SITES_OF_WORDS = 15;

/** Features that occur on enough sites, including words. */
const listFeatures = (samples: readonly ClaimSample[]): string[] => {
  const sites = new Map<string, Set<string>>();
  for (const { entry, claims } of samples)
    for (const { features } of claims)
      for (const name in features) sites.set(name, (sites.get(name) ?? new Set()).add(entry.site));
  return [...sites]
    .filter(([name, { size }]) => size >= (name.includes("=") ? MIN_SITES_OF_WORDS : MIN_SITES))
    .map(([name]) => name)
    .sort();
};

/** Trains a forest on claims; `weighPage` returns the weight of a page, `isTelling` selects the features. */
export const growOnClaims = (
  samples: readonly ClaimSample[],
  growth: Growth,
  weighPage: (sample: ClaimSample) => number,
  isTelling: (feature: string) => boolean = () => true,
): Forest => {
  const names = listFeatures(samples).filter(isTelling);
  return growForest(
    {
      names,
      rows: samples.flatMap(({ claims }) => claims.map((claim) => Float32Array.from(rowOf(claim, names)))),
      labels: samples.flatMap(({ isRight }) => isRight.map(Number)),
      masses: samples.flatMap((sample) =>
        sample.claims.map(() => weighPage(sample) / Math.sqrt(sample.claims.length)),
      ),
    },
    growth,
  );
};

/** Functions load the weights at startup. With fewer trees, authors and dates score the same on other sites. */
const TREES: Readonly<Record<ClaimedField, number>> = { title: 200, author: 180, date: 180 };

export const learnClaims = (samples: readonly ClaimSample[], field: ClaimedField): Forest =>
  growOnClaims(samples, { ...GROWTH, trees: TREES[field] }, weigh);

/** Whether the most likely claim is right. */
const predictSample = ({ claims, isRight }: ClaimSample, forest: Forest): number => {
  const said = claims.map((claim) => predict(forest, rowOf(claim, forest.names)));
  return Number(isRight[said.indexOf(Math.max(...said))]);
};

export const predictClaims = (samples: readonly ClaimSample[], forest: Forest): Map<ClaimSample, number> =>
  new Map(samples.map((sample) => [sample, predictSample(sample, forest)]));

export const reportClaims = (
  title: string,
  judged: ReadonlyMap<ClaimSample, number>,
  scored: ReadonlySet<string> = SCORED,
): void => {
  const told = [...judged].filter(([{ entry }]) => scored.has(entry.set));
  const groups = Map.groupBy(
    told,
    ([{ entry, isStripped }]) => `${entry.set}${isStripped ? " stripped" : ""}`,
  );
  const figures = [...groups].map(
    ([name, group]) => `${name} ${mean(group.map(([, right]) => right)).toFixed(3)} (${group.length})`,
  );
  console.log(`${title}: ${figures.join(" | ")}`);
};
