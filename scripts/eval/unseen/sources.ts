/** The sources of the stored pages: who collected them. Learnt parts are scored on sources that they never saw. */
import { type Entry, loadSet } from "../sets.ts";

/** Pages of one set may come from several collections, and pages of several sets from one. */
export const sourceOf = ({ set, id, facts }: Pick<Entry<unknown>, "set" | "id" | "facts">): string => {
  // Some entries point to a page of another set; samples of things within a page have sets of their own.
  const [, other] = /^\.\.\/(\w+)\//.exec(String(facts.html)) ?? [];
  const own = other ?? set.split(" ")[0] ?? set;
  if (own === "articles") return String(facts.source ?? /\((\w+)/.exec(String(facts.licence))?.[1]);
  return own === "events" ? `events ${id.split("-")[0]}` : own;
};

export const loadAll = <Truth>(set: string): Entry<Truth>[] => [
  ...loadSet<Truth>(set, "train"),
  ...loadSet<Truth>(set, "dev"),
];

interface OfEntry {
  readonly entry: Entry<unknown>;
}

/** Sources with fewer pages are never left out: they would say little. */
const MIN_PAGES = 30;

/** The sources among some samples, the largest first: those with enough pages to score. */
export const listSources = (samples: readonly OfEntry[]): string[] => {
  const ids = new Map<string, Set<string>>();
  for (const { entry } of samples) {
    const source = sourceOf(entry);
    ids.set(source, (ids.get(source) ?? new Set()).add(`${entry.set} ${entry.id}`));
  }
  return [...ids]
    .filter(([, { size }]) => size >= MIN_PAGES)
    .sort(([, left], [, right]) => right.size - left.size)
    .map(([source]) => source);
};

/** The samples of other sources that are not of a site of this source either. */
export const withoutSource = <Sample extends OfEntry>(
  samples: readonly Sample[],
  source: string,
): Sample[] => {
  const sites = new Set(
    samples.filter(({ entry }) => sourceOf(entry) === source).map(({ entry }) => entry.site),
  );
  return samples.filter(({ entry }) => sourceOf(entry) !== source && !sites.has(entry.site));
};
