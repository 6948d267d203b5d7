/** Flows that follow the links of a site, with the frontier of the service. */

import { shortHash } from "../../../src/engine/crawl/address.ts";
import {
  absorb,
  type CrawlRules,
  type Frontier,
  isExhausted,
  openFrontier,
  startFrontier,
  storeFrontier,
  takeLeads,
} from "../../../src/engine/crawl/index.ts";
import { type Expected, expect, type NextPages, type Site } from "./pages.ts";

interface CrawlState {
  readonly frontier: Frontier;
  readonly hasPaused?: true;
}

const RULES: CrawlRules = { depth: 50, maxPages: 1_000 };
/** Few enough that most of a small site is in segments. */
const LEAST = 3;

const addressOf = ({ url }: Site, page: number): string => (page === 1 ? url : `${url}p${page}`);
const numberOf = (url: string): number => Number(/p(\d+)$/.exec(url)?.[1] ?? 1);

/** A page leads to two further ones, to the one before it and to the start. */
const linksOf = ({ pages }: Site, page: number): number[] =>
  [page * 2, page * 2 + 1, page - 1, 1].filter((next) => next >= 1 && next <= pages);

/** Breadth first, each page once: the links lead to the pages in their order. */
export const expectedOfCrawl = (site: Site): Expected[][] => [
  Array.from({ length: site.pages }, (_, index) => expect(site, 0, addressOf(site, index + 1), index + 1)),
];

export const nextOfCrawl: NextPages = async (site, _plan, given, open, { segments, now }) => {
  const state: CrawlState = { frontier: startFrontier(site.url), ...(given as Partial<CrawlState>) };
  const opened = await openFrontier(state.frontier, segments);
  if (isExhausted(opened, RULES)) return { items: [], logs: [], pages: 0, state, done: true };
  const { leads, frontier } = takeLeads(opened, RULES, 1);
  const [lead] = leads;
  if (!lead) throw new Error("the crawl has pages left, and takes none");
  const place = numberOf(lead.url);
  const met = await open(lead.url, place, state);
  if (met) return met;
  const links = linksOf(site, place).map((next) => addressOf(site, next));
  const says = shortHash(`words of page ${place}`);
  const page = { url: lead.url, canonical: null, links, words: says, name: says, text: says };
  const found = absorb(frontier, [{ lead, page }], RULES).frontier;
  const next = segments ? await storeFrontier(found, segments, { now: now(), least: LEAST }) : found;
  const { items, outcome } = expect(site, 0, lead.url, place);
  return { items, logs: [], pages: 1, outcomes: [outcome], state: { ...state, frontier: next }, done: false };
};
