/** One tab: opens URLs, returns the page's current state, and dismisses dialogs. */
import type { HTTPResponse, Protocol, Page as PuppeteerPage } from "puppeteer-core";
import { checkTarget, TargetError } from "../egress/index.ts";
import { checkStatus, type Page, readDocument, signalHeadersOf } from "../page/index.ts";
import { type MayOpen, watchDoor } from "./door.ts";
import { within } from "./guard.ts";
import type { Chromium } from "./launch.ts";
import { present } from "./present.ts";

/** Looks at a page before it is kept. @throws if it must not be */
export type Permit = (page: Page) => Promise<unknown>;

export interface TabOptions {
  /** Images, fonts and media are needed only for screenshots. */
  readonly loadsImages: boolean;
  readonly allowPrivate: readonly string[];
  readonly mayOpen?: MayOpen | undefined;
}

const DEFAULT_OPEN_TIMEOUT_MS = 30_000;
/** A page has settled once the network has been idle for this long … */
const QUIET_MS = 300;
/** … or this much time has passed. */
const MAX_SETTLE_MS = 5_000;
export const MAX_HTML_CHARS = 20_000_000;
const CONTENT_ATTEMPTS = 5;
const BLOCKED: readonly Protocol.Network.ResourceType[] = ["Image", "Font", "Media"];
/** The page navigated while it was queried. */
const MOVED_ON = /context was destroyed|Cannot find context|navigat|detached/i;

/** Types of documents, and of files whose content has to say what they are. */
const FILE_TYPE = /^application\/(?:pdf|zip|octet-stream|msword|vnd\.(?:openxmlformats|oasis|ms-))/i;

const blockResources = async (page: PuppeteerPage): Promise<void> => {
  const session = await page.createCDPSession();
  session.on("Fetch.requestPaused", ({ requestId }) => {
    void session
      .send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" })
      .catch(() => undefined);
  });
  const patterns = BLOCKED.map((resourceType) => ({ urlPattern: "*", resourceType }));
  await session.send("Fetch.enable", { patterns });
};

const openTab = async (chromium: Chromium, { loadsImages }: TabOptions): Promise<PuppeteerPage> => {
  const page = await chromium.browser.newPage();
  page.on("dialog", (dialog) => {
    void (dialog.type() === "beforeunload" ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
  });
  page.on("error", () => undefined);
  if (!loadsImages) await blockResources(page);
  await present(page, chromium);
  return page;
};

/** Queries the page, and retries if it navigates meanwhile. */
export const ask = async <T>(question: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await question();
    } catch (error) {
      if (attempt >= CONTENT_ATTEMPTS || !MOVED_ON.test((error as Error).message)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * attempt));
    }
  }
};

/** Opens a tab in the browser. */
export const createTab = async (chromium: Chromium, options: TabOptions) => {
  const { proxy } = chromium;
  const page = await openTab(chromium, options);
  const refusal = options.mayOpen ? await watchDoor(page, options.mayOpen) : async () => undefined;
  let latest: HTTPResponse | null = null;
  page.on("response", (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) latest = response;
  });

  /** Waits for the network to be idle. @returns false if the time ran out */
  const settle = (timeoutMs = MAX_SETTLE_MS): Promise<boolean> =>
    page.waitForNetworkIdle({ idleTime: QUIET_MS, timeout: timeoutMs }).then(
      () => true,
      () => false,
    );

  /** @throws TargetError, DomainError if the target did not return the page */
  const check = (url: string, response: HTTPResponse | null): void => {
    const headers = response?.headers() ?? {};
    if (proxy.isOwnAnswer(headers) || !/^https?:/.test(url)) {
      const fault = proxy.faultOf(response?.url() ?? url);
      throw fault ?? new TargetError("target-failed", "The page could not be opened.", { retryable: true });
    }
    // A response from the browser's cache was a success before.
    if (response && response.status() !== 304)
      checkStatus({ status: response.status(), headers }, Date.now());
  };

  /** Navigates without waiting for frames, which may never load. */
  const goTo = async (url: string): Promise<void> => {
    const loaded = new Promise((resolve) => page.once("domcontentloaded", resolve));
    const going = page.goto(url, { waitUntil: "domcontentloaded", timeout: 0 });
    going.catch(() => undefined);
    await Promise.race([going, loaded]);
    // Chromium's error page has loaded too; the navigation has the actual error.
    if (!/^https?:/.test(page.url())) await going;
  };

  const open = async (url: string): Promise<void> => {
    checkTarget(url, options.allowPrivate);
    latest = null;
    try {
      await goTo(url);
      check(page.url(), latest);
    } catch (error) {
      throw (await refusal()) ?? proxy.faultOf(url) ?? error;
    }
    await settle();
    check(page.url(), latest);
  };

  const snapshot = async (readBy?: number): Promise<Page> => {
    const html = await ask(() => page.content());
    const url = page.url();
    check(url, latest);
    if (html.length > MAX_HTML_CHARS)
      throw new TargetError("target-failed", "The page is too large.", { retryable: false });
    const status = latest?.status() ?? 200;
    const document = readDocument(html, { url }, { status, readBy });
    const signals = signalHeadersOf(latest?.headers() ?? {});
    return { url, status, html, document, signals, fetchedAt: new Date().toISOString() };
  };

  return {
    page,
    settle,
    /** Whether the tab was sent a file, which Chromium downloads or shows in a viewer. */
    hasFile: (): boolean => FILE_TYPE.test(latest?.headers()["content-type"] ?? ""),
    /** The `cookie` header for a URL, if any. */
    cookieHeaders: async (url: URL): Promise<Record<string, string>> => {
      const session = await page.createCDPSession();
      const { cookies } = await session.send("Network.getCookies", { urls: [url.href] });
      await session.detach();
      return cookies.length === 0
        ? {}
        : { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
    },
    snapshot,
    /** The page's current response. @throws as `open`, if the target did not return it */
    check: (): { url: string } => {
      const url = page.url();
      check(url, latest);
      return { url };
    },
    /** Returns, once, why `mayOpen` blocked the page that the tab last tried to open. */
    refusal,
    /** Opens a URL and waits until the page has settled. */
    open: (
      url: string,
      signal: AbortSignal | undefined,
      timeoutMs = DEFAULT_OPEN_TIMEOUT_MS,
    ): Promise<void> => within(open(url), timeoutMs, chromium.lost, ...(signal ? [signal] : [])),
    close: (): Promise<void> => page.close().catch(() => undefined),
  };
};

export type Tab = Awaited<ReturnType<typeof createTab>>;
