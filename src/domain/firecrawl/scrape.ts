/** POST /firecrawl/{version}/scrape: a job of one page, waited for. */
import { createHash } from "node:crypto";
import type { FirecrawlScraped } from "../../contract/firecrawl/answers.ts";
import { FirecrawlError } from "../../contract/firecrawl/errors.ts";
import type { FirecrawlScrape, FirecrawlVersion } from "../../contract/firecrawl/requests.ts";
import { makeId } from "../../contract/ids.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { ConditionFailed } from "../../store/table.ts";
import type { Caller, Deps } from "../ports.ts";
import { endJob } from "../runs/cancelRun.ts";
import { isOver, startJob } from "./jobs.ts";
import { refuseWebhook } from "./options.ts";
import { type PagePlan, planPage } from "./plan.ts";
import { readDocument, type ScrapeDeps, scrapeOf, watch } from "./scrapeJob.ts";

/** Out of the gateway's 30 seconds. */
const WAIT_MS = 25_000;
/** How long a page may take if the client names no timeout: as long as the clients ask again for it. */
const DEFAULT_TIMEOUT_MS = 5 * 60_000;
/** A request that is repeated within this time finds the job that the first one started. */
const WINDOW_MS = 5 * 60_000;
const RETRY_SECONDS = 5;

/** What clients add that does not change the page. */
const BESIDE = new Set(["origin", "integration", "timeout", "maxAge", "storeInCache"]);

const hashOf = (version: FirecrawlVersion, request: FirecrawlScrape): string => {
  const asked = Object.entries(request)
    .filter(([name]) => !BESIDE.has(name))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([version, asked]))
    .digest("hex");
};

/** The id of a job for a request, the same for all repetitions within a window. */
const idIn = (window: number, hash: string): string =>
  makeId("job", window * WINDOW_MS, Number.parseInt(hash.slice(0, 12), 16) / 16 ** 12);

/** Whether the job's first request left without its result. */
const isWaitedFor = (run: RunRecord): boolean =>
  run.finishedAt === null || Date.parse(run.finishedAt) - Date.parse(run.startedAt) > WAIT_MS;

/** The unfinished job of an earlier, equal request. */
const findEarlier = async (
  { store, now }: Deps,
  accountId: string,
  hash: string,
): Promise<RunRecord | null> => {
  const window = Math.floor(now() / WINDOW_MS);
  const found = await Promise.all(
    [window, window - 1].map((each) => store.runs.get(accountId, idIn(each, hash))),
  );
  return found.find((run) => run?.job?.requestHash === hash && isWaitedFor(run)) ?? null;
};

const start = async (
  deps: ScrapeDeps,
  caller: Caller,
  { url, timeout }: FirecrawlScrape,
  plan: PagePlan,
  hash: string,
): Promise<RunRecord> => {
  const untilMs = deps.now() + (timeout ?? DEFAULT_TIMEOUT_MS);
  const job = scrapeOf(url, plan, { requestHash: hash, untilMs });
  try {
    return await startJob(deps, caller, job, idIn(Math.floor(deps.now() / WINDOW_MS), hash));
  } catch (error) {
    // An equal request has just been started or answered, or another one has the same short hash.
    if (!(error instanceof ConditionFailed)) throw error;
    return (await findEarlier(deps, caller.accountId, hash)) ?? startJob(deps, caller, job);
  }
};

/** @throws FirecrawlError `SCRAPE_TIMEOUT`: the job continues unless the client has disconnected */
const failWithTimeout = async (deps: ScrapeDeps, run: RunRecord): Promise<never> => {
  const untilMs = run.job?.untilMs ?? 0;
  if (deps.now() >= untilMs) {
    await endJob(deps, run, " because its client's timeout had passed");
    throw new FirecrawlError("timeout", "The page did not finish within `timeout`.", {
      code: "SCRAPE_TIMEOUT",
    });
  }
  const details = { state: "processing_continues", retryAfterSeconds: RETRY_SECONDS, jobId: run.id };
  throw new FirecrawlError(
    "timeout",
    `The page takes longer than a request may. It is still being read: send the same request again in ${RETRY_SECONDS} seconds.`,
    { code: "SCRAPE_TIMEOUT", details, headers: { "retry-after": String(RETRY_SECONDS) } },
  );
};

/** @param origin where the service answers, such as `https://api.example.com` */
export const scrape = async (
  deps: ScrapeDeps,
  caller: Caller,
  version: FirecrawlVersion,
  request: FirecrawlScrape,
  origin: string,
): Promise<FirecrawlScraped> => {
  refuseWebhook(request);
  const plan = planPage(request);
  const hash = hashOf(version, request);
  const started =
    (await findEarlier(deps, caller.accountId, hash)) ?? (await start(deps, caller, request, plan, hash));
  const waitUntilMs = Math.min(deps.now() + WAIT_MS, started.job?.untilMs ?? Number.POSITIVE_INFINITY);
  const run = await watch(deps, started, waitUntilMs);
  if (!isOver(run)) return failWithTimeout(deps, run);
  return { success: true, data: await readDocument(deps, run, plan, { url: request.url, origin }) };
};
