/** What has become of a job. */

import { DomainError } from "../../contract/errors.ts";
import type {
  ActiveCrawls,
  FirecrawlCancelled,
  FirecrawlErrors,
  FirecrawlExtracted,
  FirecrawlJob,
} from "../../contract/firecrawl/answers.ts";
import type { FirecrawlVersion } from "../../contract/firecrawl/requests.ts";
import type { Item } from "../../contract/runs/runs.ts";
import type { JobAbout, RunRecord } from "../../store/runs/runs.ts";
import type { WithFileLinks } from "../files/links.ts";
import { readItemsFrom } from "../items/items.ts";
import { readAllItems } from "../items/output.ts";
import type { Caller, Deps, WithEventQueue, WithObjects, WithRunQueue } from "../ports.ts";
import { JOB_KEPT_MS } from "../retentionTimes.ts";
import { endJob } from "../runs/cancelRun.ts";
import { readOutcomes } from "../runs/read/pages.ts";
import { showRunShots } from "../screenshots/runShots.ts";
import { tellModel, toDocument } from "./document.ts";
import { findJob } from "./jobs.ts";
import { LIST_FIELD } from "./labels.ts";

/** Documents per answer, if they fit. */
const MAX_DOCUMENTS = 100;
const MAX_ERRORS = 1_000;
const MAX_ACTIVE = 100;

const expiresAt = ({ finishedAt }: RunRecord, nowMs: number): string =>
  new Date((finishedAt === null ? nowMs : Date.parse(finishedAt)) + JOB_KEPT_MS).toISOString();

const statusOf = ({ status }: RunRecord): FirecrawlJob["status"] =>
  status === "queued" || status === "running" ? "scraping" : status;

const countsOf = (run: RunRecord): { total: number; completed: number } => {
  const { completed = run.itemsExtracted, failed = 0, skipped = 0 } = run.outcomes ?? {};
  const known = run.urlCount ?? completed + failed + skipped;
  // An unfinished crawl has at least one more page.
  return { completed, total: statusOf(run) === "scraping" ? Math.max(known, completed + 1) : known };
};

const placeOf = (skip: string | undefined): number => {
  const place = Number(skip ?? 0);
  return Number.isSafeInteger(place) && place >= 0 ? place : 0;
};

const PATHS = { crawl: "crawl", batch: "batch/scrape" } as const;
/** Version 1 of the JavaScript client asks for its batches as if they were crawls. */
const ANSWERED = { crawl: ["crawl", "batch"], batch: ["batch"] } as const;

/**
 * @param skip documents of earlier answers
 * @param origin where the service answers, such as `https://api.example.com`
 * @throws DomainError `not-found`
 */
export const getJob = async (
  deps: Deps & WithObjects & WithFileLinks,
  caller: Caller,
  kind: "crawl" | "batch",
  {
    version,
    id,
    skip,
  }: { readonly version: FirecrawlVersion; readonly id: string; readonly skip?: string | undefined },
  origin: string,
): Promise<FirecrawlJob> => {
  const run = await findJob(deps, caller, id, ...ANSWERED[kind]);
  const place = placeOf(skip);
  const [items, screenshots] = await Promise.all([
    readItemsFrom(deps, run, place, MAX_DOCUMENTS),
    showRunShots(deps, run, origin),
  ]);
  const shown = { job: run.job, screenshots };
  const next = place + items.length;
  const { warnings } = run.job;
  return {
    success: true,
    id,
    status: statusOf(run),
    ...countsOf(run),
    creditsUsed: run.pagesFetched,
    expiresAt: expiresAt(run, deps.now()),
    ...(next < run.itemsExtracted && {
      next: `${origin}/firecrawl/${version}/${PATHS[kind]}/${id}?skip=${next}`,
    }),
    data: items.map((item) => toDocument(item, shown)),
    ...(run.error && { error: run.error.message }),
    ...(warnings.length > 0 && { warning: warnings.join(" ") }),
  };
};

/** The crawls in progress. */
export const listActive = async ({ store }: Deps, { accountId }: Caller): Promise<ActiveCrawls> => {
  const pages = await Promise.all(
    (["running", "queued"] as const).map((status) =>
      store.runs.listJobs(accountId, status, { limit: MAX_ACTIVE }),
    ),
  );
  const crawls = pages
    .flatMap(({ records }) => records)
    .filter(({ job }) => job?.kind === "crawl")
    .map(({ id, job, startedAt, draft }) => ({
      id,
      teamId: accountId,
      url: job?.url ?? "",
      created_at: startedAt,
      options: { limit: draft?.limits.maxPages ?? null },
    }));
  return { success: true, crawls };
};

/** The pages of a job that failed. @throws DomainError `not-found` */
export const getErrors = async (
  deps: Deps & WithObjects,
  caller: Caller,
  kind: "crawl" | "batch",
  id: string,
): Promise<FirecrawlErrors> => {
  const run = await findJob(deps, caller, id, kind);
  const outcomes = await readOutcomes(deps, run, MAX_ERRORS);
  const timestamp = run.finishedAt ?? new Date(deps.now()).toISOString();
  const errors = outcomes.flatMap(({ url, status, error }, at) =>
    status === "failed" && error
      ? [{ id: `${id}-${at}`, timestamp, url, code: error.code, error: error.message }]
      : [],
  );
  const robotsBlocked = outcomes
    .filter(({ error }) => error?.code === "robots-disallowed" || error?.code === "use-reserved")
    .map(({ url }) => url);
  const ofRun = run.error && errors.length === 0 && robotsBlocked.length === 0 ? run.error : null;
  return {
    errors: ofRun
      ? [{ id: `${id}-0`, timestamp, url: ofRun.url ?? run.job.url, code: ofRun.code, error: ofRun.message }]
      : errors,
    robotsBlocked,
  };
};

/** @throws DomainError `not-found`; `conflict` if it has ended */
export const cancelJob = async (
  deps: Deps & WithRunQueue & WithEventQueue,
  caller: Caller,
  kind: JobAbout["kind"],
  id: string,
): Promise<FirecrawlCancelled> => {
  const run = await findJob(deps, caller, id, kind);
  const before = statusOf(run);
  const ended = before === "scraping" ? await endJob(deps, run) : run;
  if (before !== "scraping" || ended.status !== "cancelled")
    throw new DomainError("conflict", `Job ${id} is ${ended.status} and cannot be cancelled.`);
  return { success: true, status: "cancelled" };
};

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** One object of what all pages say: lists are put together, other fields are the first page's that has them. */
const join = (pages: readonly Item[]): { data: Item; sources: Record<string, string[]> } => {
  const data: Item = {};
  const sources: Record<string, string[]> = {};
  for (const { url, json } of pages)
    for (const [name, value] of Object.entries((json as Item | null) ?? {})) {
      const known = data[name];
      if (isEmpty(value)) {
        data[name] ??= value;
        continue;
      }
      const isJoined = Array.isArray(value) && Array.isArray(known);
      if (isJoined) data[name] = [...known, ...value];
      else if (isEmpty(known)) data[name] = value;
      else continue;
      sources[name] = [...(sources[name] ?? []), String(url)];
    }
  return { data, sources };
};

/** @throws DomainError `not-found` */
export const getExtraction = async (
  deps: Deps & WithObjects,
  caller: Caller,
  id: string,
): Promise<FirecrawlExtracted> => {
  const run = await findJob(deps, caller, id, "extract");
  const { isList, hasSources, warnings } = run.job;
  const status = statusOf(run);
  const isRead = status === "completed" || status === "cancelled";
  const pages = isRead ? await readAllItems(deps, run) : [];
  const { data, sources } = join(pages);
  const notices = [
    ...warnings,
    ...tellModel([...new Set(pages.flatMap(({ readByModel }) => readByModel ?? []))]),
  ];
  return {
    success: status !== "failed",
    status: status === "scraping" ? "processing" : status,
    data: isList ? (data[LIST_FIELD] ?? []) : data,
    expiresAt: expiresAt(run, deps.now()),
    tokensUsed: 0,
    creditsUsed: run.pagesFetched,
    ...(hasSources && status === "completed" && { sources }),
    ...(run.error && { error: run.error.message }),
    ...(notices.length > 0 && { warning: notices.join(" ") }),
  };
};
