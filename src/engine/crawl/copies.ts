/**
 * Pages that repeat another one under a query of their own: permalinks of the posts of a topic (`?post=7`), other orders of
 * a table. They are recognized by their text, so that `?id=7` and `?page=7` remain separate pages.
 */
import { shortHash, withoutQuery } from "./address.ts";
import type { HashSet } from "./hashSet.ts";

/** Pages with the same parameters that all were copies, after which others are not opened. */
const MAX_COPIES = 3;
/** Paths with their texts that are remembered, and sets of parameters. */
const MAX_BODIES = 20_000;
const MAX_QUERIES = 1_000;

/** Plain JSON, part of a crawl's state. */
export interface Copies {
  /** Number of paths with the whole text that was read there; their hashes are among what the crawl has met. */
  readonly bodies: number;
  /** By parameters: pages with a text of their own, and copies. */
  readonly queries: Readonly<Record<string, readonly [own: number, copies: number]>>;
}

export const NO_COPIES: Copies = { bodies: 0, queries: {} };

/** The names of a URL's parameters; null if it has none. */
const queryOf = (address: string): string | null => {
  const { searchParams } = new URL(address);
  return searchParams.size === 0 ? null : [...new Set(searchParams.keys())].sort().join("&");
};

const tallyOf = ({ queries }: Copies, query: string): readonly [number, number] =>
  (Object.hasOwn(queries, query) ? queries[query] : undefined) ?? [0, 0];

/** Whether a URL adds to a known one only parameters with which all pages so far were copies. */
export const isCopyToCome = (
  copies: Copies,
  address: string,
  isKnown: (address: string) => boolean,
): boolean => {
  const query = queryOf(address);
  if (query === null) return false;
  const [own, repeated] = tallyOf(copies, query);
  return repeated >= MAX_COPIES && own <= 1 && isKnown(withoutQuery(address));
};

/** Adds pages to what is known of copies; the given state is not modified. */
export const meetCopies = (before: Copies, met: Pick<HashSet, "has" | "add">) => {
  let { bodies } = before;
  const queries = new Map(Object.entries(before.queries));
  return {
    /** @returns whether the page's text was read at its path before */
    meet({ url, text }: { readonly url: string; readonly text: string }): boolean {
      const body = shortHash(`${withoutQuery(url)} ${text}`);
      const isCopy = met.has(body);
      if (!isCopy && bodies < MAX_BODIES) {
        met.add(body);
        bodies += 1;
      }
      const query = queryOf(url);
      if (query === null || (!queries.has(query) && queries.size >= MAX_QUERIES)) return isCopy;
      const [own, copies] = queries.get(query) ?? [0, 0];
      queries.set(query, isCopy ? [own, copies + 1] : [own + 1, copies]);
      return isCopy;
    },
    all: (): Copies => ({ bodies, queries: Object.fromEntries(queries) }),
  };
};
