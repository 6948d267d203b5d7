/** Made sites of a large crawl, with the frontier of the service: their pages are derived from their number. */
import type { PageOutcome, SiteOutcome } from "../../../src/contract/runs/runPages.ts";
import type { CollectionBatch, Engine } from "../../../src/domain/engine.ts";
import { compareCollections } from "../../../src/engine/change/index.ts";
import { shortHash } from "../../../src/engine/crawl/address.ts";
import {
  absorb,
  type CrawlRules,
  type Frontier,
  isExhausted,
  type Lead,
  openFrontier,
  startFrontier,
  storeFrontier,
  takeLeads,
} from "../../../src/engine/crawl/index.ts";
import type { Machine } from "./machines.ts";

const BATCH_PAGES = 256;
/** What a batch takes: about 64 pages a second. */
const BATCH_MS = 4_000;
const NEW_LINKS = 4;
const SECTIONS = 1_000;
/** One of so many pages has an item: a run has a million at most. */
const PAGES_PER_ITEM = 16;

/** The first page of a made site. */
export const startOf = (site: number): string => `https://made-${site}.example/`;

const addressOf = (start: string, page: number): string =>
  page === 0 ? start : `${start}s${page % SECTIONS}/item-${page}`;
const pageOf = (url: string): number => Number(/-(\d+)$/.exec(new URL(url).pathname)?.[1] ?? 0);

/** Site and number of a page. */
export const placeOf = (url: string): { readonly site: number; readonly page: number } => ({
  site: Number(/^https:\/\/made-(\d+)\./.exec(url)?.[1]),
  page: pageOf(url),
});

/** Each page leads to new ones, to the one that led to it, and to the start. */
export const visitOf = (start: string, lead: Lead, pages: number) => {
  const page = pageOf(lead.url);
  const next = Array.from({ length: NEW_LINKS }, (_, n) => page * NEW_LINKS + n + 1).filter(
    (to) => to < pages,
  );
  const before = page === 0 ? 0 : Math.floor((page - 1) / NEW_LINKS);
  const says = shortHash(`words of page ${page} of ${start}`);
  const links = [0, before, ...next].map((to) => addressOf(start, to));
  return { lead, page: { url: lead.url, canonical: null, links, words: says, name: says, text: says } };
};

interface CrawlState {
  /** The place of the site in the shard's list. */
  readonly at: number;
  readonly pages: number;
  readonly frontier?: Frontier;
}

const told = ({ url }: Lead): PageOutcome => ({ url, status: "completed", items: 0, error: null });
const hasItem = ({ url }: Lead): boolean => pageOf(url) % PAGES_PER_ITEM === 0;

/** A worker that crawls the sites of its shard one after the other, each to its last page. */
export const createMadeEngine = (machine: Machine, pagesPerSite: number): Engine => {
  const rules: CrawlRules = { depth: 50, maxPages: Number.POSITIVE_INFINITY, maxKnown: 2 * pagesPerSite };

  const batchOf = async (
    start: string,
    { at, pages, frontier: stored = startFrontier(start) }: CrawlState,
    segments: Parameters<typeof openFrontier>[1],
  ): Promise<CollectionBatch> => {
    const { leads, frontier } = takeLeads(await openFrontier(stored, segments), rules, BATCH_PAGES);
    await machine.call("pages", `${leads.length} pages of ${start}`, async () => {}, { takesMs: BATCH_MS });
    const visits = leads.map((lead) => visitOf(start, lead, pagesPerSite));
    const found = absorb(frontier, visits, rules).frontier;
    const next = segments ? await storeFrontier(found, segments, { now: machine.now() }) : found;
    const read = pages + leads.length;
    const isOver = isExhausted(next, rules);
    const site: SiteOutcome = {
      url: start,
      status: "completed",
      pages: read,
      failedPages: 0,
      items: 0,
      error: null,
    };
    return {
      items: leads.filter(hasItem).map(({ url }) => ({ url })),
      logs: [],
      pages: leads.length,
      outcomes: leads.map(told),
      siteOutcomes: isOver ? [site] : [],
      state: (isOver ? { at: at + 1, pages: 0 } : { at, pages: read, frontier: next }) satisfies CrawlState,
      done: false,
    };
  };

  return {
    start: (): CrawlState => ({ at: 0, pages: 0 }),
    next: async ({ urls = [], limits }, before, _signal, { segments }) => {
      const { at = 0, ...state } = before as Partial<CrawlState>;
      const start = urls[at];
      if (start !== undefined && limits.maxPages > 0)
        return batchOf(start, { pages: 0, ...state, at }, segments);
      return { items: [], logs: [], pages: 0, state: before, done: true };
    },
    readFirst: async () => null,
    session: async () => undefined,
    reportShards: () => undefined,
    compare: compareCollections,
    release: async () => {},
  };
};
