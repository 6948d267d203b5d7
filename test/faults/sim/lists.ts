/** Flows over a list of URLs, of pages or of sites, which are split where they have enough of them on enough origins. */
import type { SiteOutcome } from "../../../src/contract/runs/runPages.ts";
import type { Item } from "../../../src/contract/runs/runs.ts";
import { addressesOf } from "../../../src/domain/runs/shards/list.ts";
import { type Expected, expect, type NextPages, type Site } from "./pages.ts";

interface ListState {
  readonly at: number;
  readonly pages: number;
  readonly items: number;
  /** Of pages that were opened: what the limit of items has not let pass yet. */
  readonly pending: readonly Item[];
  readonly hasPaused?: true;
}

/** Page by page over all origins, so that they alternate. */
export const listOf = ({ url, origins, pages }: Site): string[] =>
  Array.from({ length: pages }, (_, page) =>
    Array.from({ length: origins }, (_, origin) => url.replace(".example", `-${origin}.example`) + page),
  ).flat();

const PAGES_PER_SITE = 2;

const startOf = (page: string): string => page.replace(/\/more$/u, "");

/** The pages at a URL of the list, in the order in which they are opened. */
const pagesAt = ({ areSites }: Site, url: string): string[] => (areSites ? [url, `${url}/more`] : [url]);

const placeOf = (site: Site, page: string): number => {
  const index = listOf(site).indexOf(startOf(page));
  return site.areSites ? index * PAGES_PER_SITE + (page === startOf(page) ? 1 : 2) : index + 1;
};

const expectAt = (site: Site, page: string): Expected => expect(site, 0, page, placeOf(site, page));

/** What each shard of a run collects. */
export const expectedOfList = (
  site: Site,
  shards: number,
  list: readonly string[] = listOf(site),
): Expected[][] =>
  Array.from({ length: shards }, (_, shard) =>
    addressesOf(list, shards, shard)
      .flatMap((url) => pagesAt(site, url))
      .map((page) => expectAt(site, page)),
  );

/** What becomes of a site once its pages are: it fails where its start does. */
const siteOutcomeOf = (site: Site, start: string): SiteOutcome => {
  const pages = pagesAt(site, start).map((page) => expectAt(site, page));
  const [first] = pages;
  if (!first) throw new Error(`${start} has no pages`);
  return {
    url: start,
    status: first.outcome.status,
    pages: pages.length,
    failedPages: pages.filter(({ outcome }) => outcome.status === "failed").length,
    items: pages.reduce((sum, { items }) => sum + items.length, 0),
    error: first.outcome.error,
  };
};

/** The sites of which all pages are told, in their order. */
export const sitesToldIn = (site: Site, pages: readonly string[]): SiteOutcome[] =>
  site.areSites
    ? pages.filter((page) => page !== startOf(page)).map((page) => siteOutcomeOf(site, startOf(page)))
    : [];

/** The next address, with the limits as the engine keeps them. */
export const nextOfList: NextPages = async (site, { urls = [], limits, shard }, given, open) => {
  const { at = 0, pages = 0, items = 0, pending = [], ...rest } = given as Partial<ListState>;
  const all = urls.flatMap((url) => pagesAt(site, url));
  const mayGrow = shard?.mayGrow ?? false;
  const batch = (done: boolean, more: Partial<ListState> = {}, outcomes: readonly Expected[] = []) => {
    const now = { at, pages, items, pending, ...rest, ...more };
    const ready = now.pending.slice(0, Math.max(0, limits.maxItems - items));
    const left = now.pending.slice(ready.length);
    const isFull = items + ready.length >= limits.maxItems || now.pages >= limits.maxPages;
    return {
      items: ready,
      logs: [],
      pages: outcomes.length,
      outcomes: outcomes.map(({ outcome }) => outcome),
      siteOutcomes: sitesToldIn(
        site,
        outcomes.map(({ outcome }) => outcome.url),
      ),
      state: { ...now, items: items + ready.length, pending: left } satisfies ListState,
      done: done || (now.at >= all.length && left.length === 0) || (isFull && !mayGrow),
    };
  };
  const url = all[at];
  if (url === undefined || pages >= limits.maxPages || items + pending.length >= limits.maxItems)
    return batch(url === undefined && pending.length === 0);
  const place = placeOf(site, url);
  const state: ListState = { at, pages, items, pending, ...rest };
  const met = await open(url, place, state);
  if (met) return met;
  const page = expectAt(site, url);
  return batch(false, { at: at + 1, pages: pages + 1, pending: [...pending, ...page.items] }, [page]);
};
