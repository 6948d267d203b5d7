/** A site in memory, collected as a run does: between any two calls the state goes through JSON. */
import { type Step, Steps } from "../../../../src/contract/steps/steps.ts";
import {
  type CollectionBatch,
  type CollectionDeps,
  type CollectionPlan,
  type CollectionState,
  collectNext,
  createFlights,
  startCollection,
} from "../../../../src/engine/collection/index.ts";
import { TargetError } from "../../../../src/engine/egress/index.ts";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import { createManners } from "../../../../src/engine/manners/index.ts";
import type { FetchFile, FetchPage, TextFile } from "../../../../src/engine/page/index.ts";

export const BASE = "http://shop.test";
export const NOW = Date.UTC(2026, 0, 31);

/** By path; of other hosts, by address. What is not there answers 404. */
export type Site = Readonly<Record<string, string | Error>>;

export const planOf = (steps: readonly Step[], options: Partial<CollectionPlan> = {}): CollectionPlan => ({
  url: `${BASE}/`,
  mode: "extract",
  steps: Steps.parse(steps),
  outputSchema: null,
  limits: { maxPages: 5_000, maxItems: 10_000 },
  ...options,
});

const read = (site: Site, url: string): TextFile => {
  const html = site[url.replace(BASE, "")];
  if (html instanceof Error) throw html;
  const fetchedAt = new Date(NOW).toISOString();
  if (html !== undefined) return { url, status: 200, html, fetchedAt };
  const message = "The target answered with status 404.";
  throw new TargetError("target-failed", message, { retryable: false, httpStatus: 404 });
};

/**
 * Collects to the end. `keepsWorker`: one worker continues as long as it can; else each call is a worker's first.
 * `mayLeave`: a batch may leave pages in flight to the next.
 * Time passes only where it is waited for.
 */
export const collectSite = async (
  site: Site,
  plan: CollectionPlan,
  {
    keepsWorker = true,
    mayLeave = false,
    segments,
  }: { keepsWorker?: boolean; mayLeave?: boolean; segments?: CollectionDeps["segments"] } = {},
) => {
  const fetched: string[] = [];
  const visits: (readonly [path: string, atSeconds: number])[] = [];
  const batches: CollectionBatch[] = [];
  let nowMs = NOW;
  const fetchFile: FetchFile = async (url) => {
    fetched.push(url.replace(BASE, ""));
    return read(site, url);
  };
  const fetchPage: FetchPage = async (url) => {
    const file = await fetchFile(url);
    visits.push([url.replace(BASE, ""), (nowMs - NOW) / 1_000]);
    return { ...file, document: parseDocument(file.html, { url }) };
  };
  const createDeps = (): CollectionDeps => ({
    fetchPage,
    fetchFile,
    segments,
    ...(mayLeave && { flights: createFlights() }),
    manners: createManners({
      fetchFile,
      obeys: plan.robots !== "ignore",
      now: () => nowMs,
      sleep: async (delayMs) => {
        nowMs += delayMs;
      },
    }),
    now: () => nowMs,
    signal: new AbortController().signal,
  });
  let deps = createDeps();
  let state: CollectionState = startCollection(plan);
  let largestState = 0;
  for (let calls = 0; calls < 5_000; calls++) {
    const batch = await collectNext(deps, plan, state);
    batches.push(batch);
    const text = JSON.stringify(batch.state);
    largestState = Math.max(largestState, text.length);
    state = JSON.parse(text) as CollectionState;
    nowMs += batch.resumeAfterMs ?? 0;
    if (!keepsWorker || batch.resumeAfterMs) deps = createDeps();
    if (!batch.done) continue;
    const items = batches.flatMap((each) => each.items);
    const logs = batches.flatMap((each) => each.logs.map(({ level, message }) => `${level} ${message}`));
    return {
      items,
      logs,
      fetched,
      visits,
      batches,
      largestState,
      pages: state.pages,
      lacksRecords: batch.lacksRecords,
      lacksValues: batch.lacksValues,
    };
  }
  throw new Error("does not end");
};
