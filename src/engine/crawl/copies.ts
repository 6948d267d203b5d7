/**
 * Pages that repeat another one under a query of their own: permalinks of the posts of a topic (`?post=7`), other orders of
 * a table. They are told by their text, so that `?id=7` and `?page=7` stay pages of their own.
 */
import { shortHash, withoutQuery } from "./address.ts";

/** Pages with the same parameters that all were copies, after which others are not opened. */
const MAX_COPIES = 3;
/** Paths with their texts that are remembered, and sets of parameters. */
const MAX_BODIES = 20_000;
const MAX_QUERIES = 1_000;

/** Plain JSON, part of a crawl's state. */
export interface Copies {
  /** Hashes of paths with the whole text that was read there. */
  readonly bodies: readonly string[];
  /** By parameters: pages with a text of their own, and copies. */
  readonly queries: Readonly<Record<string, readonly [own: number, copies: number]>>;
}

const NONE: Copies = { bodies: [], queries: {} };

/** The names of a URL's parameters; null if it has none. */
const queryOf = (address: string): string | null => {
  const { searchParams } = new URL(address);
  return searchParams.size === 0 ? null : [...new Set(searchParams.keys())].sort().join("&");
};

const tallyOf = ({ queries }: Copies, query: string): readonly [number, number] =>
  (Object.hasOwn(queries, query) ? queries[query] : undefined) ?? [0, 0];

/** Whether a URL adds to a known one only parameters with which all pages so far were copies. */
export const isCopyToCome = (
  copies: Copies | undefined,
  address: string,
  isKnown: (address: string) => boolean,
): boolean => {
  const query = queryOf(address);
  if (query === null) return false;
  const [own, repeated] = tallyOf(copies ?? NONE, query);
  return repeated >= MAX_COPIES && own <= 1 && isKnown(withoutQuery(address));
};

/** The bodies of a state as a set, reused from call to call. */
const sets = new WeakMap<readonly string[], Set<string>>();

/** Adds pages to what is known of copies; the given state is not modified. */
export const meetCopies = (before: Copies = NONE) => {
  const bodies = sets.get(before.bodies) ?? new Set(before.bodies);
  const fresh: string[] = [];
  const queries = new Map(Object.entries(before.queries));
  // The set no longer matches the state that it was made for.
  sets.delete(before.bodies);
  return {
    /** @returns whether the page's text was read at its path before */
    meet({ url, text }: { readonly url: string; readonly text: string }): boolean {
      const body = shortHash(`${withoutQuery(url)} ${text}`);
      const isCopy = bodies.has(body);
      if (!isCopy && bodies.size < MAX_BODIES) {
        bodies.add(body);
        fresh.push(body);
      }
      const query = queryOf(url);
      if (query === null || (!queries.has(query) && queries.size >= MAX_QUERIES)) return isCopy;
      const [own, copies] = queries.get(query) ?? [0, 0];
      queries.set(query, isCopy ? [own, copies + 1] : [own + 1, copies]);
      return isCopy;
    },
    all(): Copies {
      const all = fresh.length > 0 ? [...before.bodies, ...fresh] : before.bodies;
      sets.set(all, bodies);
      return { bodies: all, queries: Object.fromEntries(queries) };
    },
  };
};
