/** Flows that follow the links of a site, with the frontier of the service. */
import {
  absorb,
  type CrawlRules,
  type Frontier,
  startFrontier,
  takeLeads,
} from "../../../src/engine/crawl/index.ts";
import { type Expected, expect, type NextPages, type Site } from "./pages.ts";

interface CrawlState {
  readonly frontier: Frontier;
  readonly hasPaused?: true;
}

const RULES: CrawlRules = { depth: 50, maxPages: 1_000 };

const addressOf = ({ url }: Site, page: number): string => (page === 1 ? url : `${url}p${page}`);
const numberOf = (url: string): number => Number(/p(\d+)$/.exec(url)?.[1] ?? 1);

/** A page leads to two further ones, to the one before it and to the start. */
const linksOf = ({ pages }: Site, page: number): number[] =>
  [page * 2, page * 2 + 1, page - 1, 1].filter((next) => next >= 1 && next <= pages);

/** Breadth first, each page once: the links lead to the pages in their order. */
export const expectedOfCrawl = (site: Site): Expected[][] => [
  Array.from({ length: site.pages }, (_, index) => expect(site, 0, addressOf(site, index + 1), index + 1)),
];

export const nextOfCrawl: NextPages = async (site, _plan, given, open) => {
  const state: CrawlState = { frontier: startFrontier(site.url), ...(given as Partial<CrawlState>) };
  const { leads, frontier } = takeLeads(state.frontier, RULES, 1);
  const [lead] = leads;
  if (!lead) return { items: [], logs: [], pages: 0, state, done: true };
  const place = numberOf(lead.url);
  const met = await open(lead.url, place, state);
  if (met) return met;
  const links = linksOf(site, place).map((next) => addressOf(site, next));
  const page = {
    url: lead.url,
    canonical: null,
    links,
    words: `${place}`,
    name: `${place}`,
    text: `${place}`,
  };
  const next = absorb(frontier, [{ lead, page }], RULES).frontier;
  const { items, outcome } = expect(site, 0, lead.url, place);
  return { items, logs: [], pages: 1, outcomes: [outcome], state: { ...state, frontier: next }, done: false };
};
