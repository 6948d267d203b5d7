/** Trains the choice of the name of the thing that a page is about, on pages whose thing has a known name. */
import type { Forest } from "../../../src/engine/extract/content/forest.ts";
import { parseDocument } from "../../../src/engine/extract/extract.ts";
import { claimNames } from "../../../src/engine/extract/scorer/claims/names.ts";
import { viewPage } from "../../../src/engine/extract/scorer/pageFacts.ts";
import { readEntities } from "../../../src/engine/extract/sources/markup/entities.ts";
import { bare, isSameTitle, stripMarkup } from "../compare.ts";
import { type Entry, loadSet, NOW, type Split } from "../sets.ts";
import { type ClaimSample, growOnClaims } from "./claims.ts";
import type { Growth } from "./forest.ts";

const THING =
  /Product|Event|JobPosting|SoftwareApplication|MobileApplication|Book|Movie|Course|LocalBusiness|Restaurant|Hotel|Place|TVSeries|MusicAlbum|VideoGame|House|Apartment/;

/** One in this many pages that are not about a thing is also used for training. */
const STEP = 4;

const sampleOf = (entry: Entry<never>, names: readonly string[], strip: boolean): ClaimSample => {
  const html = entry.read();
  const view = viewPage(parseDocument(strip ? stripMarkup(html) : html, entry), NOW);
  const claims = claimNames(view);
  const isRight = claims.map(({ text }) => names.some((name) => bare(name) === bare(text)));
  // If no claim is exactly the name, near matches count.
  const isNear = claims.map(({ text }) => names.some((name) => isSameTitle(text, name)));
  return { entry, isStripped: strip, claims, isRight: isRight.includes(true) ? isRight : isNear };
};

export const loadNameSamples = (split: Split): ClaimSample[] => {
  const samples: ClaimSample[] = [];
  const add = (entry: Entry<unknown>, names: readonly unknown[], strip: boolean): void => {
    const texts = names.filter((name) => typeof name === "string" && name !== "") as string[];
    const sample = texts.length === 0 ? null : sampleOf(entry as Entry<never>, texts, strip);
    if (sample?.isRight.includes(true)) samples.push(sample);
  };
  for (const entry of loadSet<Record<string, string[]>>("fields", split)) {
    const field = ["title", "name", "model"].find((name) => (entry.truth[name] ?? []).length > 0);
    if (field) add(entry, entry.truth[field] ?? [], false);
  }
  for (const entry of loadSet<{ name?: string }>("products", split)) add(entry, [entry.truth.name], true);
  for (const entry of loadSet<{ title?: string }>("recipes", split)) add(entry, [entry.truth.title], true);
  for (const set of ["content", "articles"])
    for (const [at, entry] of loadSet<{ title?: string }>(set, split).entries()) {
      if (at % STEP === 0) add(entry, [entry.truth.title], at % (2 * STEP) === 0);
      const html = entry.read();
      if (!/ld\+json|itemprop/.test(html)) continue;
      const things = readEntities(parseDocument(html, entry)).filter(({ types }) =>
        types.some((type) => THING.test(type)),
      );
      const names = new Set(
        things.map(({ properties }) => properties.name).filter((name) => typeof name === "string"),
      );
      // A page with several things is not about any of them.
      if (names.size === 1) add({ ...entry, set: `${set} things` }, [...names], true);
    }
  return samples;
};

/** Weights of the sets: recipes and articles are many, and mostly named by their heading. */
const WEIGHTS: Readonly<Record<string, number>> = {
  fields: 1.5,
  products: 1.5,
  "content things": 1.5,
  "articles things": 0.7,
};
const OTHERS = 0.3;
/** Features of the whole page: pages about things are from few sites, which these features would identify. */
const OF_PAGE = /^(?:page|in_|bars|chars|seen|early|near|after|score|to(?:First|Last)|isBefore)|Count$/;
const GROWTH: Growth = {
  trees: 150,
  leaves: 12,
  rate: 0.06,
  rows: 0.7,
  features: 0.3,
  least: 20,
  ridge: 5,
  seed: 5,
};

export const learnNames = (samples: readonly ClaimSample[]): Forest =>
  growOnClaims(
    samples,
    GROWTH,
    ({ entry }) => WEIGHTS[entry.set] ?? OTHERS,
    (feature) => !OF_PAGE.test(feature),
  );

export const NAME_SETS: ReadonlySet<string> = new Set([
  ...Object.keys(WEIGHTS),
  "recipes",
  "content",
  "articles",
]);
