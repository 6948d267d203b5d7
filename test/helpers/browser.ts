import { join } from "node:path";
import { BROWSER_FOLDER, prepareBrowserLayer } from "../../lib/browser-layer-files.ts";
import { type Step, Steps } from "../../src/contract/steps/steps.ts";
import {
  type BrowserSession,
  type BrowserSettings,
  createBrowserSession,
} from "../../src/engine/browser/index.ts";
import { type CollectionPlan, collectNext, startCollection } from "../../src/engine/collection/index.ts";
import type { Shot } from "../../src/engine/steps/index.ts";

/** Settings of a browser that may open these local targets. */
export const browserSettings = async (...allowPrivate: readonly string[]): Promise<BrowserSettings> => ({
  layerFolder: join((await prepareBrowserLayer()).directory, BROWSER_FOLDER),
  chromePath: process.env.CHROME_PATH,
  allowPrivate,
  userAgent: "Gleaner/test",
});

export interface Collected {
  readonly items: readonly Record<string, unknown>[];
  readonly logs: readonly string[];
  readonly shots: readonly Shot[];
  readonly pages: number;
}

export const planOf = (
  url: string,
  steps: readonly Step[],
  options: Partial<CollectionPlan> = {},
): CollectionPlan => ({
  url,
  mode: "interact",
  render: "auto",
  steps: Steps.parse(steps),
  outputSchema: null,
  limits: { maxPages: 100, maxItems: 10_000 },
  ...options,
});

/** Runs a plan to its end in a session, which stays open. */
export const collectIn = async (
  session: BrowserSession,
  plan: CollectionPlan,
  signal = new AbortController().signal,
): Promise<Omit<Collected, "shots">> => {
  const deps = { fetchPage: session.fetchPage, browser: session, now: Date.now, signal };
  const items: Record<string, unknown>[] = [];
  const logs: string[] = [];
  for (let state = startCollection(plan); ; ) {
    const batch = await collectNext(deps, plan, state);
    items.push(...batch.items);
    logs.push(...batch.logs.map(({ level, message }) => `${level} ${message}`));
    state = JSON.parse(JSON.stringify(batch.state)) as typeof state;
    if (batch.done) return { items, logs, pages: batch.state.pages };
  }
};

/** Runs a plan to its end in a separate browser. */
export const collectInBrowser = async (
  settings: BrowserSettings,
  plan: CollectionPlan,
): Promise<Collected> => {
  const shots: Shot[] = [];
  const session = createBrowserSession(settings, {
    loadsImages: plan.steps.some(({ type }) => type === "screenshot"),
    saveShot: async (shot) => `/files/${shots.push(shot)}`,
  });
  try {
    return { ...(await collectIn(session, plan)), shots };
  } finally {
    await session.close();
  }
};
