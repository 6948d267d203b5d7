/** A page's claims to its title, author or date: each value once, with all the evidence for it. */

import type { MainContent } from "../../content/content.ts";
import { type Forest, predict } from "../../content/forest.ts";
import type { PageDocument } from "../../page/document.ts";
import { type Origin, placeOf } from "../../sources/facts.ts";
import type { Entity } from "../../sources/markup/entities.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { remembered } from "../../vocabulary/remember.ts";

/** The data of a page that claims are judged by. */
export interface Looked {
  readonly page: PageDocument;
  readonly context: CoerceContext;
  readonly content: MainContent;
  readonly entities: readonly Entity[];
  readonly titles: readonly string[];
}

/** Numbers by name, for a forest; missing features count as 0. */
export type Features = Readonly<Record<string, number>>;

export interface Claim {
  /** Identical for different spellings of the same value. */
  readonly key: string;
  readonly text: string;
  /** Where it was first found, as shown in provenance. */
  readonly origin: Origin;
  readonly features: Features;
}

/** Collects claims, merging those with the same key. */
export class Claims {
  readonly #claims = new Map<
    string,
    { key: string; text: string; origin: Origin; features: Record<string, number> }
  >();

  /**
   * Adds one occurrence: each feature keeps its highest value, and `seen` counts the occurrences.
   *
   * @param from the origin of a fact, or a place as provenance shows it
   */
  add(key: string, text: string, from: Origin | string, features: Features): void {
    if (key === "") return;
    const origin = typeof from === "string" ? placeOf(from) : from;
    const known = this.#claims.get(key) ?? { key, text, origin, features: { seen: 0 } };
    this.#claims.set(key, known);
    known.features.seen = (known.features.seen ?? 0) + 1;
    for (const [name, value] of Object.entries(features))
      known.features[name] = Math.max(known.features[name] ?? Number.NEGATIVE_INFINITY, value);
  }

  get all(): readonly Claim[] {
    return [...this.#claims.values()];
  }
}

/** Each word of a name or text as a feature; the forest knows those that many sites use. */
export const wordFeatures = (where: string, text: string): Features =>
  Object.fromEntries(
    (
      text
        .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
        .toLowerCase()
        .match(/\p{L}{2,20}/gu) ?? []
    ).map((word) => [`${where}=${word}`, 1]),
  );

/** Features shared by all claims to a field: the kind of page, and the number of claims. */
export const describePage = ({ traits: { kind } }: MainContent, claims: readonly Claim[]): Features => ({
  [`page=${kind}`]: 1,
  pageClaims: claims.length,
});

/** A claim with the likelihood that it is right. */
export interface Judged {
  readonly claim: Claim;
  readonly likelihood: number;
}

const placesOf = remembered(
  (names: readonly string[]): ReadonlyMap<string, number> => new Map(names.map((name, at) => [name, at])),
);

/** A claim's features in the forest's order. Looks up only the claim's own features, which are few. */
export const rowOf = ({ features }: Claim, names: readonly string[]): number[] => {
  const places = placesOf(names);
  const row = new Array<number>(names.length).fill(0);
  for (const [name, value] of Object.entries(features)) {
    const at = places.get(name);
    if (at !== undefined) row[at] = value;
  }
  return row;
};

/** The likeliest claim; the first one in a tie. */
export const bestOf = (claims: readonly Claim[], forest: Forest): Judged | null => {
  let best: Judged | null = null;
  for (const claim of claims) {
    const likelihood = predict(forest, rowOf(claim, forest.names));
    if (best === null || likelihood > best.likelihood) best = { claim, likelihood };
  }
  return best;
};
