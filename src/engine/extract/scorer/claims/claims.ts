/** What a page claims its title, author or day to be: each value once, with all that speaks for it. */

import type { MainContent } from "../../content/content.ts";
import { type Forest, judge } from "../../content/forest.ts";
import type { PageDocument } from "../../page/document.ts";
import type { Entity } from "../../sources/markup/entities.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { remembered } from "../../vocabulary/remember.ts";

/** What is known of a page before its claims are weighed. */
export interface Looked {
  readonly page: PageDocument;
  readonly context: CoerceContext;
  readonly content: MainContent;
  readonly entities: readonly Entity[];
  readonly titles: readonly string[];
}

/** Numbers by name, for a forest; what is not told counts as 0. */
export type Features = Readonly<Record<string, number>>;

export interface Claim {
  /** What is the same for two spellings of one value. */
  readonly key: string;
  readonly text: string;
  /** Where it was seen first, as provenance tells it. */
  readonly path: string;
  readonly features: Features;
}

/** Collects claims; what several places say of one value is put together. */
export class Claims {
  readonly #claims = new Map<
    string,
    { key: string; text: string; path: string; features: Record<string, number> }
  >();

  /** Adds what one place says: of each feature the highest value counts, and `seen` how many places there are. */
  add(key: string, text: string, path: string, features: Features): void {
    if (key === "") return;
    const known = this.#claims.get(key) ?? { key, text, path, features: { seen: 0 } };
    this.#claims.set(key, known);
    known.features.seen = (known.features.seen ?? 0) + 1;
    for (const [name, value] of Object.entries(features))
      known.features[name] = Math.max(known.features[name] ?? Number.NEGATIVE_INFINITY, value);
  }

  get all(): readonly Claim[] {
    return [...this.#claims.values()];
  }
}

/** The words of a name or a text, each a feature; the forest is taught those that many sites use. */
export const wordFeatures = (where: string, text: string): Features =>
  Object.fromEntries(
    (
      text
        .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
        .toLowerCase()
        .match(/\p{L}{2,20}/gu) ?? []
    ).map((word) => [`${where}=${word}`, 1]),
  );

/** What is the same for all claims to one field: the kind of page, and how many there are. */
export const describePage = ({ traits: { kind } }: MainContent, claims: readonly Claim[]): Features => ({
  [`page=${kind}`]: 1,
  pageClaims: claims.length,
});

/** A claim with how likely it is right. */
export interface Judged {
  readonly claim: Claim;
  readonly likelihood: number;
}

const placesOf = remembered(
  (names: readonly string[]): ReadonlyMap<string, number> => new Map(names.map((name, at) => [name, at])),
);

/** The numbers of a claim in the order in which a forest knows them: it has few of the words that forests know. */
export const rowOf = ({ features }: Claim, names: readonly string[]): number[] => {
  const places = placesOf(names);
  const row = new Array<number>(names.length).fill(0);
  for (const [name, value] of Object.entries(features)) {
    const at = places.get(name);
    if (at !== undefined) row[at] = value;
  }
  return row;
};

/** The likeliest claim; of those alike the first. */
export const bestOf = (claims: readonly Claim[], forest: Forest): Judged | null => {
  let best: Judged | null = null;
  for (const claim of claims) {
    const likelihood = judge(forest, rowOf(claim, forest.names));
    if (best === null || likelihood > best.likelihood) best = { claim, likelihood };
  }
  return best;
};
