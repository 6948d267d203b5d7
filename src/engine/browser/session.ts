import type { Cookie, CookieData } from "puppeteer-core";
import type { CollectionBrowser } from "../collection/index.ts";
import { type FetchPage, sleepUnlessAborted, withRetries } from "../page/index.ts";
import type { Shot } from "../steps/index.ts";
import { within } from "./guard.ts";
import { type BrowserSettings, type Chromium, launchChromium } from "./launch.ts";
import { createLivePage } from "./live.ts";
import { createTab, type Tab, type TabOptions } from "./tab.ts";

export interface SessionOptions {
  /** Images, fonts and media are loaded: for screenshots only. */
  readonly loadsImages: boolean;
  readonly saveShot: (shot: Shot) => Promise<string>;
}

/** The browser of one run: started at the first page, gone once closed. */
export interface BrowserSession extends CollectionBrowser {
  readonly fetchPage: FetchPage;
  close(): Promise<void>;
}

/** Followed pages that are open at the same time, each in a tab. */
const PARALLEL_TABS = 2;
const COOKIES_TIMEOUT_MS = 5_000;

const isCookies = (value: unknown): value is { cookies: CookieData[] } =>
  typeof value === "object" && value !== null && Array.isArray((value as { cookies?: unknown }).cookies);

/** Lets so many pieces of work run at once. */
const createGate = (width: number) => {
  const waiting: (() => void)[] = [];
  let free = width;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free--;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
};

export const createBrowserSession = (settings: BrowserSettings, options: SessionOptions): BrowserSession => {
  const tabOptions: TabOptions = { loadsImages: options.loadsImages, allowPrivate: settings.allowPrivate };
  const gate = createGate(PARALLEL_TABS);
  let started: Promise<Chromium> | undefined;
  let chromium: Chromium | undefined;
  let liveTab: Tab | undefined;
  let resumed: CookieData[] = [];
  let isClosed = false;

  const start = async (): Promise<Chromium> => {
    chromium = await launchChromium(settings);
    if (isClosed) await chromium.close();
    else if (resumed.length > 0) await chromium.browser.setCookie(...resumed);
    return chromium;
  };
  const ready = (): Promise<Chromium> => {
    started ??= start();
    return started;
  };
  const isOver = () => isClosed || chromium?.lost.aborted === true;
  const retrying = (load: FetchPage) =>
    withRetries(load, { random: Math.random, sleep: sleepUnlessAborted, isOver });

  const fetchOnce: FetchPage = (url, { signal, timeoutMs } = {}) =>
    gate(async () => {
      const browser = await ready();
      const tab = await within(createTab(browser, tabOptions), COOKIES_TIMEOUT_MS, browser.lost);
      try {
        await tab.open(url, signal, timeoutMs);
        return await within(tab.snapshot(), COOKIES_TIMEOUT_MS, browser.lost);
      } finally {
        if (!isOver()) await tab.close();
      }
    });

  const openOnce: FetchPage = async (url, { signal, timeoutMs } = {}) => {
    const browser = await ready();
    liveTab ??= await within(createTab(browser, tabOptions), COOKIES_TIMEOUT_MS, browser.lost);
    await liveTab.open(url, signal, timeoutMs);
    return within(liveTab.snapshot(), COOKIES_TIMEOUT_MS, browser.lost);
  };

  return {
    fetchPage: retrying(fetchOnce),

    openLive: async (url, { signal, timeoutMs }) => {
      await retrying(openOnce)(url, { signal, timeoutMs });
      const browser = await ready();
      if (!liveTab) throw new Error("there is no live page");
      return createLivePage(liveTab, [browser.lost, signal]);
    },

    saveShot: options.saveShot,

    resume: async (session) => {
      if (!started && isCookies(session)) resumed = session.cookies;
    },

    suspend: async () => {
      if (!chromium || isOver()) return { cookies: resumed };
      const cookies: Cookie[] = await within(chromium.browser.cookies(), COOKIES_TIMEOUT_MS, chromium.lost);
      return { cookies };
    },

    close: async () => {
      isClosed = true;
      const browser = await started?.catch(() => undefined);
      await browser?.close();
    },
  };
};
