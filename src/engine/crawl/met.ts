/**
 * What a crawl has met: hashes of addresses, and of the words and texts of pages. They are in one set, because no
 * address reads like the words of a page.
 */
import { createHashSet, type HashSet, toBytes } from "./hashSet.ts";
import { growSegments, LEAST_RECORDS, renewSegments, type Segment, type SegmentStore } from "./segments.ts";

/** Plain JSON. */
export interface Met {
  readonly stored: readonly Segment[];
  /** Hashes that are in no segment yet. */
  readonly recent: readonly string[];
}

export const NOTHING_MET: Met = { stored: [], recent: [] };

/** Segments that are read at once. */
const READ_AT_ONCE = 8;

/**
 * The sets of this worker, reused from batch to batch. A set only grows: where it has become larger since, it is the
 * set of a later state.
 */
const sets = new WeakMap<Met, { readonly set: HashSet; readonly size: number }>();

const known = (met: Met): HashSet | undefined => {
  const found = sets.get(met);
  return found?.set.size() === found?.size ? found?.set : undefined;
};

const keep = (met: Met, set: HashSet): Met => {
  sets.set(met, { set, size: set.size() });
  return met;
};

const withRecent = (set: HashSet, { recent }: Met): HashSet => {
  for (const name of recent) set.add(name);
  return set;
};

const setOf = (met: Met): HashSet => {
  const found = known(met);
  if (found) return found;
  if (met.stored.length > 0) throw new Error("a crawl was continued before its segments were read");
  return withRecent(createHashSet(), met);
};

/** Reads what this worker does not know yet. */
export const openMet = async (met: Met, store: SegmentStore): Promise<Met> => {
  if (known(met) || met.stored.length === 0) return met;
  const set = createHashSet();
  for (let at = 0; at < met.stored.length; at += READ_AT_ONCE) {
    const some = met.stored.slice(at, at + READ_AT_ONCE);
    for (const bytes of await Promise.all(some.map(({ name }) => store.get(name)))) set.addBytes(bytes);
  }
  return keep(met, withRecent(set, met));
};

/** Adds to what was met; the given state is not modified. */
export const meeting = (before: Met) => {
  const set = setOf(before);
  const fresh: string[] = [];
  return {
    has: set.has,
    /** @returns whether it is new */
    add(name: string): boolean {
      const isNew = set.add(name);
      if (isNew) fresh.push(name);
      return isNew;
    },
    all: (): Met =>
      fresh.length === 0 ? before : keep({ ...before, recent: [...before.recent, ...fresh] }, set),
  };
};

export const hasMet = (met: Met, name: string): boolean => setOf(met).has(name);

/** Moves hashes to the store once there are enough of them. */
export const storeMet = async (
  met: Met,
  store: SegmentStore,
  { hour, least = LEAST_RECORDS }: { readonly hour: number; readonly least?: number },
): Promise<Met> => {
  const { recent } = met;
  const set = setOf(met);
  const renewed = await renewSegments(store, met.stored, hour);
  if (recent.length < least) return renewed === met.stored ? met : keep({ stored: renewed, recent }, set);
  const growth = { bytes: toBytes(recent), count: recent.length, hour, least };
  return keep({ stored: await growSegments(store, renewed, growth), recent: [] }, set);
};
