/** POST /firecrawl/{version}/scrape: a job of one page, waited for. */
import { createHash } from "node:crypto";
import { DomainError, ERRORS, type ErrorCode } from "../../contract/errors.ts";
import type { FirecrawlScraped } from "../../contract/firecrawl/answers.ts";
import { FirecrawlError } from "../../contract/firecrawl/errors.ts";
import type { FirecrawlScrape, FirecrawlVersion } from "../../contract/firecrawl/requests.ts";
import { makeId } from "../../contract/ids.ts";
import type { Item, RunError } from "../../contract/runs.ts";
import type { RunRecord } from "../../store/runs.ts";
import { ConditionFailed } from "../../store/table.ts";
import type { WithFileLinks } from "../files/links.ts";
import { readFirstItems } from "../items/items.ts";
import type { Caller, Deps, WithEventQueue, WithObjects, WithRunQueue, WithTimers } from "../ports.ts";
import { endJob } from "../runs/cancelRun.ts";
import { showRunShots } from "../screenshots/runShots.ts";
import { toDocument } from "./document.ts";
import { isOver, startJob } from "./jobs.ts";
import { SHOT_LABEL } from "./labels.ts";
import { refuseWebhook } from "./options.ts";
import { type PagePlan, planPage, shownOf, toFlow } from "./plan.ts";

export type ScrapeDeps = Deps & WithRunQueue & WithEventQueue & WithObjects & WithFileLinks & WithTimers;

/** Out of the gateway's 30 seconds. */
const WAIT_MS = 25_000;
/** How long a page may take if the client names no timeout: as long as the clients ask again for it. */
const DEFAULT_TIMEOUT_MS = 5 * 60_000;
/** A request that is repeated within this time finds the job that the first one started. */
const WINDOW_MS = 5 * 60_000;
const RETRY_SECONDS = 5;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
const GROWTH = 1.3;

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
  request: FirecrawlScrape,
  plan: PagePlan,
  hash: string,
): Promise<RunRecord> => {
  const { url, timeout } = request;
  const { step, actions, outputSchema, request: asks, permissions, render, wanted, isList, warnings } = plan;
  const flow = toFlow({
    name: url,
    url,
    steps: [...actions, step],
    request: asks,
    permissions,
    render,
    outputSchema,
  });
  const about = {
    kind: "scrape",
    url,
    requestHash: hash,
    untilMs: deps.now() + (timeout ?? DEFAULT_TIMEOUT_MS),
    isList,
    warnings,
    ...shownOf(wanted),
  } as const;
  const job = { flow: { ...flow, limits: { maxPages: 1 } }, about };
  try {
    return await startJob(deps, caller, job, idIn(Math.floor(deps.now() / WINDOW_MS), hash));
  } catch (error) {
    // An equal request has just been answered, or another one has the same short hash.
    if (!(error instanceof ConditionFailed)) throw error;
    return startJob(deps, caller, job);
  }
};

/** The job once it has ended, or as it is when the time is up. */
const watch = async (deps: ScrapeDeps, started: RunRecord, untilMs: number): Promise<RunRecord> => {
  let run = started;
  for (let pauseMs = FIRST_PAUSE_MS; !isOver(run); pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * GROWTH)) {
    const leftMs = untilMs - deps.now();
    if (leftMs <= 0) break;
    await new Promise<void>((resolve) => deps.after(Math.min(pauseMs, leftMs), resolve));
    run = (await deps.store.runs.get(run.accountId, run.id)) ?? run;
  }
  return run;
};

/** A failure of the run as one of the request. */
const failureOf = (error: RunError | null, status: string): DomainError => {
  if (!error) return new DomainError("conflict", `The job was ${status}.`);
  const { code, message, retryable } = error;
  return new DomainError(Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : "target-failed", message, {
    retryable,
  });
};

/** @throws FirecrawlError `SCRAPE_TIMEOUT`: the job continues unless the client has disconnected */
const tellTimeout = async (deps: ScrapeDeps, run: RunRecord): Promise<never> => {
  const untilMs = run.job?.untilMs ?? 0;
  if (deps.now() >= untilMs) {
    await endJob(deps, run, " because its client's timeout was over");
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

/** What the actions collected on their way. */
const actionResults = (items: readonly Item[], screenshots: Awaited<ReturnType<typeof showRunShots>>) => ({
  screenshots: screenshots
    .filter(({ step, isFailure }) => step.startsWith(SHOT_LABEL) && !isFailure)
    .map(({ screenshotUrl }) => screenshotUrl),
  scrapes: items.map(({ url, html }) => ({ url, html })),
});

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
  if (!isOver(run)) return tellTimeout(deps, run);
  if (run.status !== "completed") throw failureOf(run.error, run.status);
  const [items, screenshots] = await Promise.all([
    readFirstItems(deps, run, plan.actions.length + 1),
    showRunShots(deps, run, origin),
  ]);
  const last = items.at(-1);
  if (!run.job || !last) throw new DomainError("target-failed", `${request.url} gave nothing to read.`);
  const document = toDocument(last, {
    job: run.job,
    screenshots,
    sourceUrl: request.url,
    warnings: run.job.warnings,
  });
  const metadata = { ...document.metadata, scrapeId: run.id };
  const hasActions = plan.actions.length > 0;
  const data = {
    ...document,
    metadata,
    ...(hasActions && { actions: actionResults(items.slice(0, -1), screenshots) }),
  };
  return { success: true, data };
};
