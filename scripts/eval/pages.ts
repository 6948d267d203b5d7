import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { evenly } from "../../src/engine/extract/values/evenly.ts";

/** Real pages are stored outside the project and read in place: their content belongs to their owners. */
const FOLDER = join(import.meta.dirname, "..", "..", "..", "shared", "data", "pages");
const MANIFEST = join(FOLDER, "manifest.json");

export interface PageTruth {
  readonly title?: string | null;
  readonly author?: string | null;
  readonly publish_date?: string | null;
  readonly main_content?: string;
  readonly with?: readonly string[];
  readonly without?: readonly string[];
  readonly ingredients?: readonly string[];
  readonly instructions_list?: readonly string[];
  readonly total_time?: number | null;
  readonly image?: string | null;
}

export interface EvalPage {
  readonly id: string;
  readonly kind: string;
  readonly url: string;
  readonly html: string;
  readonly truth: PageTruth;
}

/** Why the real pages are unavailable; null if they are available. */
export const pagesMissing = (): string | null =>
  existsSync(MANIFEST) ? null : "../shared/data/pages is not in this clone";

/** The real pages, or a sample of this size. */
export const loadPages = (count = Number.POSITIVE_INFINITY): EvalPage[] => {
  const entries = JSON.parse(readFileSync(MANIFEST, "utf8")) as EvalPage[];
  return evenly(entries, count).map((entry) => ({
    ...entry,
    html: gunzipSync(readFileSync(join(FOLDER, entry.html))).toString("utf8"),
  }));
};

/** Pseudo-random numbers in [0, 1), the same in each run. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const SPLIT_SEED = 20_261_121;

/** A fixed random half of the pages for tuning; the other half is only for reporting. */
export const splitPages = (pages: readonly EvalPage[]): { tuned: EvalPage[]; heldOut: EvalPage[] } => {
  const random = seededRandom(SPLIT_SEED);
  const order = pages.map((page) => ({ page, rank: random() })).sort((left, right) => left.rank - right.rank);
  const half = Math.ceil(order.length / 2);
  return {
    tuned: order.slice(0, half).map(({ page }) => page),
    heldOut: order.slice(half).map(({ page }) => page),
  };
};
