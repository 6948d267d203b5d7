/** Flows over a list of addresses, which are split where they have enough of them on enough origins. */
import type { Item } from "../../../src/contract/runs.ts";
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

const placeOf = (site: Site, url: string): number => listOf(site).indexOf(url) + 1;

/** What each shard of a run collects. */
export const expectedOfList = (site: Site, shards: number): Expected[][] =>
  Array.from({ length: shards }, (_, shard) =>
    addressesOf(listOf(site), shards, shard).map((url) => expect(site, 0, url, placeOf(site, url))),
  );

/** The next address, with the limits as the engine keeps them. */
export const nextOfList: NextPages = async (site, { urls = [], limits, shard }, given, open) => {
  const { at = 0, pages = 0, items = 0, pending = [], ...rest } = given as Partial<ListState>;
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
      state: { ...now, items: items + ready.length, pending: left } satisfies ListState,
      done: done || (now.at >= urls.length && left.length === 0) || (isFull && !mayGrow),
    };
  };
  const url = urls[at];
  if (url === undefined || pages >= limits.maxPages || items + pending.length >= limits.maxItems)
    return batch(url === undefined && pending.length === 0);
  const place = placeOf(site, url);
  const state: ListState = { at, pages, items, pending, ...rest };
  const met = await open(url, place, state);
  if (met) return met;
  const page = expect(site, 0, url, place);
  return batch(false, { at: at + 1, pages: pages + 1, pending: [...pending, ...page.items] }, [page]);
};
