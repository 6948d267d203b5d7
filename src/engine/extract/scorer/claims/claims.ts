/** What a page claims its title, author or day to be: each value once, with all that speaks for it. */
import { type Element, isTag } from "domhandler";
import type { MainContent } from "../../content/content.ts";
import { type Forest, judge } from "../../content/forest.ts";
import type { PageDocument } from "../../page/document.ts";
import { bitOf, type Group, groupsOf } from "../../page/groups.ts";
import type { Entity } from "../../sources/markup/entities.ts";
import type { CoerceContext } from "../../values/coerce.ts";

/** What is known of a page before its claims are weighed. */
export interface Looked {
  readonly page: PageDocument;
  readonly context: CoerceContext;
  readonly content: MainContent;
  readonly entities: readonly Entity[];
  readonly titles: readonly string[];
}

export interface Claim {
  /** What is the same for two spellings of one value. */
  readonly key: string;
  readonly text: string;
  /** Where it was seen first, as provenance tells it. */
  readonly path: string;
  readonly features: Readonly<Record<string, number>>;
}

/** Collects claims; what several places say of one value is put together. */
export class Claims {
  readonly #claims = new Map<
    string,
    { key: string; text: string; path: string; features: Record<string, number> }
  >();

  /** Adds what one place says: of each feature the highest value counts, and `seen` how many places there are. */
  add(key: string, text: string, path: string, features: Readonly<Record<string, number>>): void {
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

/** What is the same for all claims to one field: the kind of page, and how many there are. */
export const describePage = (
  { traits: { kind } }: MainContent,
  claims: readonly Claim[],
): Readonly<Record<string, number>> => ({
  pageArticle: Number(kind === "article"),
  pageThread: Number(kind === "thread"),
  pageProduct: Number(kind === "product"),
  pageList: Number(kind === "list"),
  pageClaims: claims.length,
});

/** A claim with how likely it is right. */
export interface Judged {
  readonly claim: Claim;
  readonly likelihood: number;
}

/** The numbers of a claim in the order in which a forest knows them. */
export const rowOf = ({ features }: Claim, names: readonly string[]): number[] =>
  names.map((name) => features[name] ?? 0);

/** The likeliest claim; of those alike the first. */
export const bestOf = (claims: readonly Claim[], forest: Forest): Judged | null => {
  let best: Judged | null = null;
  for (const claim of claims) {
    const likelihood = judge(forest, rowOf(claim, forest.names));
    if (best === null || likelihood > best.likelihood) best = { claim, likelihood };
  }
  return best;
};

const PLACES: readonly Group[] = [
  "navigation",
  "footer",
  "header",
  "side",
  "advert",
  "signup",
  "related",
  "comments",
  "overlay",
  "reviews",
  "meta",
  "content",
  "list",
  "thread",
  "heading",
];
const TAGS = ["nav", "footer", "header", "aside", "article", "main", "li", "a", "td", "form", "figure"];

/** What the boxes around an element are called, and which they are. */
export const placeOf = (element: Element): Record<string, number> => {
  const features: Record<string, number> = {};
  let groups = 0;
  for (
    let at: Element | null = element;
    at && at.name !== "body";
    at = at.parent && isTag(at.parent) ? at.parent : null
  ) {
    if (TAGS.includes(at.name)) features[`in_${at.name}`] = 1;
    groups |= groupsOf(at);
  }
  for (const group of PLACES) if (groups & bitOf(group)) features[`in_${group}`] = 1;
  return features;
};
