import type { Cookie, CookieData } from "puppeteer-core";
import * as z from "zod";
import type { CollectionBrowser } from "../collection/index.ts";
import { createGate } from "../gate.ts";
import { type Cookies, type FetchPage, sleepUnlessAborted, withRetries } from "../page/index.ts";
import type { SaveShot } from "../steps/index.ts";
import { addCookies, exchangeCookies } from "./cookies.ts";
import { within } from "./guard.ts";
import { type BrowserSettings, type Chromium, launchChromium } from "./launch.ts";
import { createLivePage } from "./live.ts";
import { fillStorages, readStorages, Storages } from "./storage.ts";
import { createTab, type Tab, type TabOptions } from "./tab.ts";

export interface SessionOptions {
  /** Images, fonts and media are loaded only for screenshots. */
  readonly loadsImages: boolean;
  readonly saveShot: SaveShot;
  /** Actions stop looking for an element once the page is at rest. */
  readonly isImpatient?: boolean | undefined;
  /** Creates the fetcher of files such as PDFs, which have no page in a browser; absent: they are refused. */
  readonly openFiles?: ((cookies: Pick<Cookies, "headersFor" | "keep">) => FetchPage) | undefined;
}

/** The browser of one run: started with the first page, closed with the session. */
export interface BrowserSession extends CollectionBrowser {
  readonly fetchPage: FetchPage;
  close(): Promise<void>;
}

/** Followed pages open at the same time, each in its own tab. */
export const PARALLEL_TABS = 2;
const COOKIES_TIMEOUT_MS = 5_000;

/** A session as returned by `suspend`, or as kept from an earlier run. */
const Suspended = z.object({
  cookies: z.array(z.custom<CookieData>()),
  storages: Storages.default({}),
  login: z.number().optional(),
});
type Suspended = z.infer<typeof Suspended>;

/** @param launch starts the browser once the first page is opened */
export const createBrowserSession = (
  settings: BrowserSettings,
  options: SessionOptions,
  launch = launchChromium,
): BrowserSession => {
  const tabOptions: TabOptions = { loadsImages: options.loadsImages, allowPrivate: settings.allowPrivate };
  const gate = createGate(PARALLEL_TABS);
  let started: Promise<Chromium> | undefined;
  let chromium: Chromium | undefined;
  let liveTab: Tab | undefined;
  let resumed: CookieData[] = [];
  /** Web storage of the live page's sites, as last read. */
  let storages: Storages = {};
  /** Storage of the sites that the live page has not reopened since the session was resumed. */
  let unopened: Storages = {};
  /** Number of the sign-in that the cookies are from. */
  let login: number | undefined;
  let isClosed = false;

  const start = async (): Promise<Chromium> => {
    chromium = await launch(settings);
    if (isClosed) await chromium.close();
    else if (resumed.length > 0) await addCookies(chromium.browser, resumed);
    return chromium;
  };
  const ready = (): Promise<Chromium> => {
    started ??= start();
    return started;
  };
  const take = (session: Suspended): void => {
    storages = session.storages;
    unopened = session.storages;
    login = session.login;
  };
  const isOver = () => isClosed || chromium?.lost.aborted === true;
  const retrying = (load: FetchPage) =>
    withRetries(load, { random: Math.random, sleep: sleepUnlessAborted, now: Date.now, isOver });

  /** The file that a tab was sent, with the cookies of the browser. */
  const fetchFile = (tab: Tab, ...[url, given]: Parameters<FetchPage>): ReturnType<FetchPage> | null =>
    tab.hasFile() && options.openFiles
      ? options.openFiles({ headersFor: tab.cookieHeaders, keep: async () => undefined })(url, given)
      : null;

  const fetchOnce: FetchPage = (url, given = {}) =>
    gate(async () => {
      const { signal, timeoutMs, mayOpen, readBy } = given;
      const browser = await ready();
      const tab = await within(
        createTab(browser, { ...tabOptions, mayOpen }),
        COOKIES_TIMEOUT_MS,
        browser.lost,
      );
      try {
        await fillStorages(tab, unopened, ["local"]);
        const failure = await tab.open(url, signal, timeoutMs).then(
          () => null,
          (error: unknown) => ({ error }),
        );
        const file = signal?.aborted ? null : await fetchFile(tab, url, given);
        if (file) return file;
        if (failure) throw failure.error;
        return await within(tab.snapshot(readBy), COOKIES_TIMEOUT_MS, browser.lost);
      } finally {
        if (!isOver()) await tab.close();
      }
    });

  const openOnce: FetchPage = async (url, { signal, timeoutMs, mayOpen } = {}) => {
    const browser = await ready();
    liveTab ??= await within(
      createTab(browser, { ...tabOptions, mayOpen }),
      COOKIES_TIMEOUT_MS,
      browser.lost,
    );
    const stopFilling = await fillStorages(liveTab, unopened, ["local", "session"]);
    try {
      await liveTab.open(url, signal, timeoutMs);
    } finally {
      await stopFilling();
    }
    const { [new URL(liveTab.page.url()).origin]: _, ...others } = unopened;
    unopened = others;
    return within(liveTab.snapshot(), COOKIES_TIMEOUT_MS, browser.lost);
  };

  return {
    fetchPage: retrying(fetchOnce),

    openLive: async (url, { signal, ...how }) => {
      await retrying(openOnce)(url, { signal, ...how });
      const browser = await ready();
      if (!liveTab) throw new Error("there is no live page");
      return createLivePage(liveTab, [browser.lost, signal], options);
    },

    saveShot: options.saveShot,

    resume: async (session) => {
      const suspended = Suspended.safeParse(session);
      if (started || !suspended.success) return;
      take(suspended.data);
      resumed = suspended.data.cookies;
    },

    replace: async (session) => {
      const { browser, lost } = await ready();
      const given = Suspended.parse(session);
      await within(exchangeCookies(browser, given.cookies, liveTab), COOKIES_TIMEOUT_MS, lost);
      take(given);
    },

    noteLogin: (number) => {
      login = number;
    },

    suspend: async () => {
      const signedIn = login === undefined ? {} : { login };
      if (!chromium || isOver()) return { cookies: resumed, storages, ...signedIn };
      const cookies: Cookie[] = await within(chromium.browser.cookies(), COOKIES_TIMEOUT_MS, chromium.lost);
      if (liveTab)
        storages = await within(readStorages(liveTab, storages), COOKIES_TIMEOUT_MS, chromium.lost);
      return { cookies, storages, ...signedIn };
    },

    close: async () => {
      isClosed = true;
      const browser = await started?.catch(() => undefined);
      await browser?.close();
    },
  };
};
