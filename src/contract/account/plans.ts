import * as z from "zod";
import { capitalise } from "../wording.ts";

/** The limits of plans, as users see them. Everything that shows limits uses these texts. */
export const LIMITS = {
  monthlyRuns: "runs per month (UTC)",
  pagesPerRun: "pages per run, crawls included",
  urlsPerRun: "URLs in the list of a run",
  knownUrls: "URLs that a crawl knows, opened or not",
  mapUrls: "URLs that `POST /map` returns",
  concurrentRuns: "concurrent runs; others wait in the queue",
  exportsAtOnce: "unfinished exports of runs",
  flows: "flows",
  requestsPerSecond: "requests per second, for all keys together",
  pagesAtOnce: "concurrent pages per site with the pace `auto`",
  retentionDays: "days that runs, pages and screenshots are kept",
  minIntervalMinutes: "minimum minutes between scheduled runs of a flow",
  monthlyEmails: "emails per month with POST /email",
  monthlySearches: "searches per month, where the deployment has a search engine",
} as const;

type Limit = keyof typeof LIMITS;
type Plan = { readonly [L in Limit]: number };

/** What each plan includes, per account: more keys do not increase it. */
export const PLANS = {
  free: {
    monthlyRuns: 500,
    pagesPerRun: 1_000,
    urlsPerRun: 1_000,
    knownUrls: 100_000,
    mapUrls: 1_000,
    concurrentRuns: 2,
    exportsAtOnce: 1,
    flows: 100,
    requestsPerSecond: 10,
    pagesAtOnce: 8,
    retentionDays: 30,
    minIntervalMinutes: 5,
    monthlyEmails: 100,
    monthlySearches: 500,
  },
  pro: {
    monthlyRuns: 20_000,
    pagesPerRun: 20_000,
    urlsPerRun: 20_000,
    knownUrls: 1_000_000,
    mapUrls: 20_000,
    concurrentRuns: 10,
    exportsAtOnce: 3,
    flows: 1_000,
    requestsPerSecond: 50,
    pagesAtOnce: 8,
    retentionDays: 90,
    minIntervalMinutes: 1,
    monthlyEmails: 5_000,
    monthlySearches: 20_000,
  },
  scale: {
    monthlyRuns: 1_000_000,
    pagesPerRun: 10_000_000,
    urlsPerRun: 100_000,
    knownUrls: 10_000_000,
    mapUrls: 30_000,
    concurrentRuns: 50,
    exportsAtOnce: 10,
    flows: 10_000,
    requestsPerSecond: 200,
    pagesAtOnce: 16,
    retentionDays: 365,
    minIntervalMinutes: 1,
    monthlyEmails: 50_000,
    monthlySearches: 1_000_000,
  },
} as const satisfies Record<string, Plan>;

/** What one plan includes. */
export const PlanLimits = z.object(
  Object.fromEntries(
    Object.entries(LIMITS).map(([name, meaning]) => [name, z.int().describe(`${capitalise(meaning)}.`)]),
  ) as { [L in Limit]: z.ZodInt },
);

/** Maximum webhooks per account, on any plan: one worker fans an event out to all of them. */
export const MAX_WEBHOOKS = 100;

/** Maximum destinations per account, on any plan, for the same reason. */
export const MAX_DESTINATIONS = 50;

/** Folder whose objects are deleted after `retentionDays`. */
export const keptFolder = (retentionDays: number): string => `kept/${retentionDays}d`;

export type PlanName = keyof typeof PLANS;
export const PlanName = z.enum(Object.keys(PLANS) as [PlanName, ...PlanName[]]);
