/** What flows collect: pages derived from their number, so that any output can be checked. */
import type { Item } from "../../../src/contract/runs/runs.ts";
import type { CollectionBatch, Engine } from "../../../src/domain/engine.ts";
import { compareCollections } from "../../../src/engine/change/index.ts";
import { expectedOfCrawl, nextOfCrawl } from "./crawls.ts";
import { expectedOfList, nextOfList } from "./lists.ts";
import { drawLogin, enter, type LoginSession } from "./logins.ts";
import type { Machine } from "./machines.ts";
import { type Expected, expect, itemsOn, type NextPages, type OpenPage, type Site } from "./pages.ts";
import type { Random } from "./random.ts";
import { createSlowHost } from "./slowHost.ts";

interface SiteState {
  readonly session?: LoginSession;
  readonly page: number;
  /** The version of the site that the run sees from beginning to end. */
  readonly edition: number;
  readonly hasPaused?: true;
}

export type { Site };

const EDITIONS = 3;

/** Most lists have enough of them to be split. */
const drawOrigins = (random: Random): number =>
  random.chance(0.7) ? random.between(8, 14) : random.between(2, 7);

const drawPages = (
  random: Random,
  { isLong, hasList, isCrawled }: { isLong: boolean; hasList: boolean; isCrawled: boolean },
): number => {
  if (isLong) return random.between(30, 60);
  if (isCrawled) return random.between(5, 40);
  return hasList ? random.between(2, 6) : random.between(1, 8);
};

const drawLimits = (random: Random, addresses: number): Site["limits"] =>
  random.chance(0.5)
    ? { maxPages: random.between(1, addresses) }
    : { maxItems: random.between(1, 2 * addresses) };

export const drawSite = (random: Random, index: number, isMonitored: boolean): Site => {
  const isLong = !isMonitored && random.chance(0.12);
  const hasList = !isLong && !isMonitored && random.chance(0.4);
  const areSites = hasList && random.chance(0.4);
  const isCrawled = !hasList && !isLong && !isMonitored && random.chance(0.2);
  const origins = hasList ? drawOrigins(random) : 0;
  const pages = drawPages(random, { isLong, hasList, isCrawled });
  return {
    url: `https://site-${index}.example/`,
    isMonitored,
    pages,
    itemsPerPage: random.between(0, 4),
    pageMs: isLong
      ? random.between(5_000, 20_000)
      : random.between(100, hasList || isCrawled ? 1_000 : 3_000),
    trouble: random.chance(0.5) ? "none" : random.pick(["fails", "crashes", "kills", "postpones", "browser"]),
    troubleAt: random.between(1, pages * Math.max(1, origins)),
    pauseMs: random.pick([5_000, 60_000, 1_200_000]),
    isSlow: random.chance(0.2),
    origins,
    areSites,
    isCrawled,
    login: !hasList && !isCrawled && !isMonitored && random.chance(0.35) ? drawLogin(random) : null,
    limits: hasList && !areSites && random.chance(0.3) ? drawLimits(random, pages * origins) : {},
  };
};

/** All that a run of this edition collects. */
export const itemsOf = (site: Site, edition: number): Item[] =>
  Array.from({ length: site.pages }, (_, i) => itemsOn(site, edition, i + 1)).flat();

const addressOf = ({ url }: Site, page: number): string => `${url}${page}`;

/**
 * What a run collects: of each of its shards, page by page.
 *
 * @param given the URLs that it was given; by default, those of its flow
 */
export const expectedOf = (
  site: Site,
  edition: number,
  {
    shards = 1,
    given,
  }: { readonly shards?: number | undefined; readonly given?: readonly string[] | undefined },
): Expected[][] => {
  if (site.origins > 0) return expectedOfList(site, shards, given);
  if (site.isCrawled) return expectedOfCrawl(site);
  return [Array.from({ length: site.pages }, (_, i) => expect(site, edition, addressOf(site, i + 1), i + 1))];
};

const keptPage = (url: string, page: number, nowMs: number) => ({
  url,
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
    call.then(resolve, reject);
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });

/** The next page of a site whose pages are numbered. */
const nextPage: NextPages = async (site, _plan, given, open) => {
  const state = given as SiteState;
  const page = state.page + 1;
  // Handed over when everything was collected.
  if (state.page >= site.pages) return { items: [], logs: [], pages: 0, state, done: true };
  const met = await open(addressOf(site, page), page, state);
  if (met) return met;
  return {
    items: itemsOn(site, state.edition, page),
    logs: [],
    pages: 1,
    outcomes: [expect(site, state.edition, addressOf(site, page), page).outcome],
    state: { ...state, page },
    done: page === site.pages,
  };
};

const siteAt = (sites: ReadonlyMap<string, Site>, url: string): Site | undefined =>
  sites.get(new URL("/", url).href);

/** The engine of a worker, which visits the sites of the story. */
export const createSiteEngine = (
  machine: Machine,
  random: Random,
  sites: ReadonlyMap<string, Site>,
  hasBrowser: boolean,
): Engine => {
  const slowHost = createSlowHost(machine);
  let latest: LoginSession | undefined;
  return {
    start: (plan, session): SiteState | object =>
      plan.urls || siteAt(sites, plan.url)?.isCrawled
        ? {}
        : {
            page: 0,
            edition: random.between(0, EDITIONS - 1),
            ...(session !== undefined && session !== null && { session }),
          },

    async next(plan, before, signal, archive) {
      const site = siteAt(sites, plan.url);
      // Of a flow with inputs, each run has its own address.
      if (!site || plan.url.includes("{{")) throw new Error(`no site ${plan.url}`);
      const entered = await enter(site, (before as SiteState).session, archive, { machine, random });
      if ("failure" in entered) return entered;
      latest = entered.session;
      const given: object = { ...(before as object), ...(latest && { session: latest }) };
      const origins = "keep" in archive ? archive.origins : undefined;
      const open: OpenPage = async (address, place, state) => {
        const nothing = { items: [], logs: [], pages: 0, state, done: false } satisfies CollectionBatch;
        if (site.trouble === "browser" && place >= site.troubleAt && !hasBrowser)
          return { ...nothing, needsBrowser: true };
        const visit = () =>
          machine.call("pages", `page ${place} of ${site.url}`, async () => {}, { takesMs: site.pageMs });
        const opened = site.isSlow ? slowHost.visit(visit, given, origins, signal) : visit().then(() => 0);
        const waitMs = await orAborted(opened, signal);
        if (waitMs > 0) return { ...nothing, resumeAfterMs: waitMs };
        const isTroubled = place === site.troubleAt;
        if (isTroubled && site.trouble === "fails") return { failure: failure(site.url) };
        if (isTroubled && site.trouble === "crashes") throw new Error("the engine crashed");
        if (isTroubled && site.trouble === "kills") machine.kill();
        if (isTroubled && site.trouble === "postpones" && !state.hasPaused)
          return { ...nothing, state: { ...state, hasPaused: true }, resumeAfterMs: site.pauseMs };
        if ("keep" in archive) archive.keep(address, keptPage(address, place, machine.now()));
        return null;
      };
      const next = site.origins > 0 ? nextOfList : site.isCrawled ? nextOfCrawl : nextPage;
      const { segments } = archive;
      const batch = await next(site, plan, given, open, { segments, now: machine.now });
      if ("failure" in batch) return batch;
      if (batch.pages === 0) return slowHost.carry(batch);
      const message = `${batch.pages} pages of ${site.url}`;
      const timestamp = new Date(machine.now()).toISOString();
      return slowHost.carry({ ...batch, logs: [{ timestamp, level: "info", message }] });
    },

    readFirst: async () => null,

    session: async () => latest,
    reportShards: () => undefined,
    compare: compareCollections,
    release: async () => {},
  };
};
