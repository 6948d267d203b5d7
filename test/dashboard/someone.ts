/** Someone with an account of their own, in a tab of their own. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest } from "@jest/globals";
import type { BrowserContext } from "puppeteer-core";
import { type Client, createClient } from "../../client/index.ts";
import { newAccount, testService } from "../helpers/api.ts";
import { type Chromium, openChromium, openTab, PATIENCE_MS, type Tab } from "../helpers/dashboard.ts";
import type { PageServer } from "../helpers/pageServer.ts";
import { startPages } from "./world.ts";

export interface Someone {
  readonly apiKey: string;
  readonly client: Client;
  readonly context: BrowserContext;
  readonly tab: Tab;
  /** Sites that flows collect from, the same for all tests of a file. */
  readonly pages: PageServer;
  /** Opens a page, which asks for the key. */
  signInAt(path: string): Promise<void>;
}

/** Before each test of a file comes someone new; the browser's complaints fail the test. */
export const meetSomeone = (plan: "free" | "pro" | "scale" = "scale"): (() => Someone) => {
  // A wait that times out names what it waited for.
  jest.setTimeout(3 * PATIENCE_MS);
  let chromium: Chromium;
  let pages: PageServer;
  let someone: Someone;

  beforeAll(async () => {
    [chromium, pages] = await Promise.all([openChromium(), startPages()]);
  }, 180_000);
  afterAll(async () => {
    await chromium?.close();
    await pages?.stop();
  });

  beforeEach(async () => {
    const { apiKey } = await newAccount(plan);
    const context = await chromium.browser.createBrowserContext();
    const tab = await openTab(context, testService().dashboard);
    someone = {
      apiKey,
      client: createClient({ url: testService().url, apiKey, retries: 20 }),
      context,
      tab,
      pages,
      signInAt: async (path) => {
        await tab.goTo(path);
        await tab.signIn(apiKey);
      },
    };
  }, 120_000);
  afterEach(async () => {
    expect(someone.tab.complaints).toEqual([]);
    await someone.context.close();
  });
  return () => someone;
};
