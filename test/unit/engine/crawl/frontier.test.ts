import { describe, expect, it } from "@jest/globals";
import { shortHash } from "../../../../src/engine/crawl/address.ts";
import {
  absorb,
  type CrawlRules,
  type Frontier,
  isExhausted,
  type Lead,
  openFrontier,
  type SegmentStore,
  startFrontier,
  storeFrontier,
  takeLeads,
  tellLeft,
} from "../../../../src/engine/crawl/index.ts";
import { createMemorySegments } from "../../../helpers/memorySegments.ts";

const START = "https://shop.test/";
const RULES: CrawlRules = { depth: 50, maxPages: Number.POSITIVE_INFINITY, maxKnown: 1_000_000 };
const BATCH = 100;

const addressOf = (n: number): string => (n === 0 ? START : `${START}category-${n % 97}/item-${n}`);
const numberOf = (url: string): number => Number(/item-(\d+)$/.exec(url)?.[1] ?? 0);

/** A site with this many pages, each of which links to the next eight of a tree, to its parent and to the start. */
const visitOf = (lead: Lead, pages: number) => {
  const n = numberOf(lead.url);
  const next = Array.from({ length: 8 }, (_, i) => n * 8 + i + 1).filter((to) => to < pages);
  const says = shortHash(`page ${n}`);
  const links = [0, Math.floor((n - 1) / 8), ...next].map((to) => addressOf(Math.max(0, to)));
  return { lead, page: { url: lead.url, canonical: null, links, words: says, name: says, text: says } };
};

const throughJson = (frontier: Frontier): Frontier => JSON.parse(JSON.stringify(frontier)) as Frontier;

/** One batch, from a state as a checkpoint has it. */
const batchOf = async (state: Frontier, pages: number, store?: SegmentStore) => {
  const opened = await openFrontier(state, store);
  const { leads, frontier } = takeLeads(opened, RULES, BATCH);
  const visits = leads.map((lead) => visitOf(lead, pages));
  const next = absorb(frontier, visits, RULES).frontier;
  return {
    urls: leads.map(({ url }) => url),
    next: store ? await storeFrontier(next, store, { now: 0 }) : next,
  };
};

/** Crawls to the end; every `worker` batches, another worker continues from the checkpoint. */
const crawl = async (pages: number, store: SegmentStore | undefined, worker: number) => {
  const urls: string[] = [];
  let state = startFrontier(START);
  let largest = 0;
  for (let batches = 0; !isExhausted(state, RULES); batches += 1) {
    const { urls: opened, next } = await batchOf(state, pages, store);
    urls.push(...opened);
    // What keeps everything is large, and is measured less often.
    if (store || batches % 50 === 0) largest = Math.max(largest, JSON.stringify(next).length);
    state = batches % worker === 0 ? throughJson(next) : next;
  }
  return { urls, largest, state };
};

/** A crawl that has found much. */
const crawlSome = async (store: SegmentStore): Promise<Frontier> => {
  let state = startFrontier(START);
  for (let batches = 0; batches < 10; batches += 1) state = (await batchOf(state, PAGES, store)).next;
  return state;
};

const PAGES = 30_000;

describe("a frontier", () => {
  it("opens each page once in the same order, whatever is stored in segments and whichever worker continues", async () => {
    const whole = await crawl(PAGES, undefined, 10_000);
    expect(whole.urls).toHaveLength(PAGES);
    expect(new Set(whole.urls).size).toBe(PAGES);
    const store = createMemorySegments();
    const { urls, largest, state } = await crawl(PAGES, store, 7);
    expect(urls).toEqual(whole.urls);
    expect(state.known).toBe(PAGES);
    expect(tellLeft(state, RULES)).toEqual([]);
    // The state of a crawl that keeps everything is a hundred times as large.
    expect(largest).toBeLessThan(150_000);
    expect(whole.largest).toBeGreaterThan(2_000_000);
    // Hashes of 8 bytes and lines of 40, three times at most.
    expect(store.bytes()).toBeLessThan(3 * PAGES * 56);
  });

  it("reads nothing that is still in memory", async () => {
    const store = createMemorySegments();
    await crawl(2_000, store, 10_000);
    expect(store.reads()).toBeLessThan(20);
  });

  it("returns the same pages from a state whose batch was lost", async () => {
    const store = createMemorySegments();
    let state = startFrontier(START);
    for (let batches = 0; batches < 30; batches += 1) {
      const { next: lost } = await batchOf(state, PAGES, store);
      await batchOf(lost, PAGES, store);
      const first = await batchOf(state, PAGES, store);
      const again = await batchOf(throughJson(state), PAGES, store);
      expect(again.urls).toEqual(first.urls);
      expect(again.next.known).toBe(first.next.known);
      state = first.next;
    }
    const urls: string[] = [];
    for (let next = state; !isExhausted(next, RULES); ) {
      const batch = await batchOf(next, PAGES, store);
      urls.push(...batch.urls);
      next = batch.next;
    }
    expect(new Set(urls).size).toBe(PAGES - state.taken);
    expect(urls).toHaveLength(PAGES - state.taken);
  });

  it("stores as many URLs as the plan allows, and says how many were left out", async () => {
    const rules = { ...RULES, maxKnown: 4 };
    const { leads, frontier } = takeLeads(startFrontier(START), rules, BATCH);
    const visits = leads.map((lead) => visitOf(lead, PAGES));
    const after = absorb(frontier, visits, rules).frontier;
    expect(after.known).toBe(4);
    expect(tellLeft(after, rules)).toEqual(["5 links left out: the crawl has reached its maximum of 4 URLs"]);
  });

  it("says which rules leave the start alone, unless the start was not read", () => {
    const rules: CrawlRules = { ...RULES, match: "/blog/*", exclude: "/blog/old/*" };
    const { leads, frontier } = takeLeads(startFrontier(START), rules, BATCH);
    const told = (visits: Parameters<typeof absorb>[1]) =>
      tellLeft(absorb(frontier, visits, rules).frontier, rules);
    expect(told(leads.map((lead) => visitOf(lead, PAGES)))).toEqual([
      "only the start was opened: 8 links left out by `match` and `exclude`, and other pages are not opened to find more",
    ]);
    expect(told(leads.map((lead) => ({ lead, page: null })))).toEqual([]);
  });

  it("refuses to continue without its segments", async () => {
    const large = await crawlSome(createMemorySegments());
    await expect(openFrontier(throughJson(large), undefined)).rejects.toThrow(/without its segments/);
  });

  it("continues from the state of an earlier release", async () => {
    const pages = 9;
    const names = (some: readonly number[]) => some.map((n) => shortHash(addressOf(n)));
    const earlier = {
      start: START,
      waiting: [3, 4, 5, 6, 7, 8].map((n) => ({ url: addressOf(n), depth: 1 })),
      known: names([0, 1, 2, 3, 4, 5, 6, 7, 8]),
      taken: 3,
      texts: [0, 1, 2].map((n) => shortHash(`page ${n}`)),
      patterns: { "shop.test/category-#/item-#": [2, 0] },
      endings: {},
      copies: { bodies: [shortHash(`${START} ${shortHash("page 0")}`)], queries: {} },
      left: { depth: 0, trap: 0, file: 0, full: 0, canonical: 0 },
    } as unknown as Frontier;
    for (const store of [undefined, createMemorySegments()]) {
      const { urls, next } = await batchOf(throughJson(earlier), pages, store);
      expect(urls).toEqual([3, 4, 5, 6, 7, 8].map(addressOf));
      expect([next.known, next.taken, next.texts, next.copies.bodies]).toEqual([9, 9, 9, 7]);
      expect(isExhausted(next, RULES)).toBe(true);
    }
  });
});
