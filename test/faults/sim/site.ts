/** What flows collect: pages that can be told from their number, so that any output can be checked. */
import type { PageOutcome } from "../../../src/contract/runPages.ts";
import type { Item } from "../../../src/contract/runs.ts";
import type { CollectionBatch, Engine } from "../../../src/domain/runs/engine.ts";
import { compareCollections } from "../../../src/engine/change/index.ts";
import type { Machine } from "./machines.ts";
import type { Random } from "./random.ts";

/** What is particular about a site, at a page of its own. */
export type Trouble = "none" | "fails" | "crashes" | "kills" | "postpones" | "browser";

export interface Site {
  readonly url: string;
  readonly isMonitored: boolean;
  readonly pages: number;
  readonly itemsPerPage: number;
  readonly pageMs: number;
  readonly trouble: Trouble;
  readonly troubleAt: number;
  /** How long a site that postpones asks to wait. */
  readonly pauseMs: number;
}

interface SiteState {
  readonly page: number;
  /** The version of the site that the run sees from beginning to end. */
  readonly edition: number;
  readonly hasPaused?: true;
}

const EDITIONS = 3;

export const drawSite = (random: Random, index: number, isMonitored: boolean): Site => {
  const isLong = !isMonitored && random.chance(0.12);
  const pages = isLong ? random.between(30, 60) : random.between(1, 8);
  return {
    url: `https://site-${index}.example/`,
    isMonitored,
    pages,
    itemsPerPage: random.between(0, 4),
    pageMs: isLong ? random.between(5_000, 20_000) : random.between(100, 3_000),
    trouble: random.chance(0.5) ? "none" : random.pick(["fails", "crashes", "kills", "postpones", "browser"]),
    troubleAt: random.between(1, pages),
    pauseMs: random.pick([5_000, 60_000, 1_200_000]),
  };
};

const itemsOn = ({ itemsPerPage }: Site, edition: number, page: number): Item[] =>
  Array.from({ length: itemsPerPage }, (_, i) => {
    const n = (page - 1) * itemsPerPage + i;
    return { id: `item-${n}`, edition: String(edition), price: n % 2 === 0 ? 10 : 10 + edition };
  });

/** All that a run of this edition collects. */
export const itemsOf = (site: Site, edition: number): Item[] =>
  Array.from({ length: site.pages }, (_, i) => itemsOn(site, edition, i + 1)).flat();

const addressOf = ({ url }: Site, page: number): string => `${url}${page}`;

/** What becomes of a page: every third one fails by itself. */
export const outcomeOf = (site: Site, page: number): PageOutcome => {
  const fails = page % 3 === 0;
  const error = { code: "target-failed", message: "Gone.", step: null, httpStatus: 404, retryable: false };
  return {
    url: addressOf(site, page),
    status: fails ? "failed" : "completed",
    items: site.itemsPerPage,
    error: fails ? error : null,
  };
};

const keptPage = (site: Site, page: number, nowMs: number) => ({
  url: addressOf(site, page),
  status: 200,
  html: `<p>${page}</p>`,
  fetchedAt: new Date(nowMs).toISOString(),
});

/** Which page of its site a page is that was kept. */
export const numberOf = ({ html }: { readonly html: string }): number => Number(/\d+/.exec(html)?.[0]);

const failure = (url: string) => ({
  code: "target-failed" as const,
  message: "The page answered 404.",
  step: null,
  url,
  httpStatus: 404,
  retryable: false,
});

/** Ends with the call, or as soon as the signal is aborted. */
const orAborted = <T>(call: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    call.then(resolve, reject);
  });

/** The engine of a worker, which visits the sites of the story. */
export const createSiteEngine = (
  machine: Machine,
  random: Random,
  sites: ReadonlyMap<string, Site>,
  hasBrowser: boolean,
): Engine => ({
  start: (): SiteState => ({ page: 0, edition: random.between(0, EDITIONS - 1) }),

  async next(plan, given, signal, archive) {
    const site = sites.get(new URL("/", plan.url).href);
    // Of a flow with inputs, each run has its own address.
    if (!site || plan.url.includes("{{")) throw new Error(`no site ${plan.url}`);
    const state = given as SiteState;
    const page = state.page + 1;
    const nothing = { items: [], logs: [], pages: 0, state, done: false } satisfies CollectionBatch;
    // Handed on when all was collected.
    if (state.page >= site.pages) return { ...nothing, done: true };
    if (site.trouble === "browser" && page >= site.troubleAt && !hasBrowser)
      return { ...nothing, needsBrowser: true };
    const visit = machine.call("pages", `page ${page} of ${site.url}`, async () => {}, {
      takesMs: site.pageMs,
    });
    await orAborted(visit, signal);
    if (page === site.troubleAt && site.trouble === "fails") return { failure: failure(site.url) };
    if (page === site.troubleAt && site.trouble === "crashes") throw new Error("the engine crashed");
    if (page === site.troubleAt && site.trouble === "kills") machine.kill();
    if (page === site.troubleAt && site.trouble === "postpones" && !state.hasPaused)
      return { ...nothing, state: { ...state, hasPaused: true }, resumeAfterMs: site.pauseMs };
    if ("keep" in archive) archive.keep(addressOf(site, page), keptPage(site, page, machine.now()));
    return {
      items: itemsOn(site, state.edition, page),
      logs: [{ timestamp: new Date(machine.now()).toISOString(), level: "info", message: `page ${page}` }],
      pages: 1,
      outcomes: [outcomeOf(site, page)],
      state: { ...state, page },
      done: page === site.pages,
    };
  },

  compare: compareCollections,
  release: async () => {},
});
