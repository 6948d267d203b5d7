/** Fetches the pages of a batch. Pages still in flight when the batch ends are handed to the next one. */
import type { Visiting } from "../manners/index.ts";
import type { FetchPageOptions } from "../page/index.ts";
import type { PageScope } from "../steps/index.ts";
import type { CollectionDeps } from "./deps.ts";
import type { Arrival, Flight, OpenedPage } from "./flights.ts";
import { createLog } from "./log.ts";

const ignore = (): void => {};

export const createArrivals = (deps: CollectionDeps) => {
  const { browser, manners, signal, flights } = deps;
  const mayOpen = manners && ((next: string) => manners.check(next, signal));
  const earlier = flights?.pages.splice(0) ?? [];
  const inFlight: Flight[] = [];

  const fetchPage = async (url: string, options: FetchPageOptions): Promise<OpenedPage> => {
    const known = browser ? null : await deps.recallPage?.(url);
    return { page: await deps.fetchPage(url, { ...options, known }), live: null };
  };
  /** With a browser, pages stay live so that steps can act on them. */
  const openLive = async (url: string, options: FetchPageOptions): Promise<OpenedPage> => {
    if (!browser) return fetchPage(url, options);
    const live = await browser.openLive(url, { ...options, signal });
    return { page: await live.snapshot(), live };
  };

  const begin = (url: string, timeoutMs: number | undefined, isFetched: boolean): Flight => {
    const { logs, log } = createLog(deps.now);
    const get = isFetched ? fetchPage : openLive;
    let startedAt = deps.now();
    const work = async (visiting?: Visiting): Promise<OpenedPage> => {
      if (deps.reading) await deps.reading(url);
      startedAt = deps.now();
      const arrived = deps.opening?.(url);
      return get(url, { signal, timeoutMs, mayOpen, ...visiting }).finally(arrived);
    };
    const arrive = async (): Promise<Arrival> => {
      const opened = await (manners ? manners.visit(url, work, { signal, log }) : work());
      return { opened, ms: deps.now() - startedAt };
    };
    return { url, arrival: arrive(), logs };
  };

  const takeFrom = (all: Flight[], url: string): Flight | undefined => {
    const place = all.findIndex((flight) => flight.url === url);
    return place < 0 ? undefined : all.splice(place, 1)[0];
  };

  return {
    /**
     * @param isFetched whether the page's content is enough, without the live page
     * @throws as `Manners.visit` and `FetchPage`
     */
    async get(
      url: string,
      timeoutMs: number | undefined,
      isFetched: boolean,
      log: PageScope["log"],
    ): Promise<Arrival> {
      const flight = takeFrom(earlier, url) ?? begin(url, timeoutMs, isFetched);
      inFlight.push(flight);
      try {
        return await flight.arrival;
      } finally {
        for (const { level, message } of flight.logs) log(level, message);
      }
    },

    /** Lets go of a page whose task is done: kept to the end of the batch, pages outlive several collections of garbage. */
    release(url: string): void {
      takeFrom(inFlight, url);
    },

    /** Hands pages of these URLs that are still in flight to the next batch. */
    carry(urls: readonly string[]): void {
      for (const url of urls) {
        const flight = takeFrom(inFlight, url);
        if (!flight) continue;
        flight.arrival.catch(ignore);
        flights?.pages.push(flight);
      }
    },
  };
};

export type Arrivals = ReturnType<typeof createArrivals>;
