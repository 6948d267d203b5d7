/**
 * The API for programs written for Firecrawl: its paths, requests and answers, on our keys, runs and limits. A deployment can leave
 * these routes out (`firecrawl=off`).
 */
import * as z from "zod";
import {
  FirecrawlCancelled,
  FirecrawlErrors,
  FirecrawlExtracted,
  FirecrawlJob,
  FirecrawlJobOrActive,
  FirecrawlMapped,
  FirecrawlReport,
  FirecrawlScraped,
  FirecrawlSearched,
  FirecrawlStarted,
} from "../firecrawl/answers.ts";
import {
  FeatureParams,
  FirecrawlBatch,
  FirecrawlCrawl,
  FirecrawlExtract,
  FirecrawlMap,
  FirecrawlScrape,
  FirecrawlSearch,
  JobParams,
  JobQuery,
  ReportParams,
  VersionParams,
} from "../firecrawl/requests.ts";
import { OPENING_ERRORS, type Operation, READING_ERRORS, RUN_QUEUES } from "../operation.ts";

const tag = "Firecrawl";
const dialect = "firecrawl";
const STARTING = ["target-refused", "quota-exceeded", "unavailable"] as const;
const started = { status: 200, description: "The job was queued.", bare: FirecrawlStarted } as const;
const cancelled = { status: 200, description: "The job was cancelled.", bare: FirecrawlCancelled } as const;
const errors = { status: 200, description: "The pages that failed.", bare: FirecrawlErrors } as const;

const starts = {
  tag,
  dialect,
  method: "POST",
  scope: "runs:write",
  params: VersionParams,
  success: started,
  errors: STARTING,
  touches: { table: "update", uploads: "read", sends: RUN_QUEUES },
  timeoutSeconds: 28,
} as const;
/** A job with a webhook: its first event is announced, and the webhook's secrets are sealed. */
const tells = {
  table: "update",
  uploads: "read",
  sends: [...RUN_QUEUES, "events"],
  secret: true,
} as const;
const reads = {
  tag,
  dialect,
  method: "GET",
  scope: "runs:read",
  params: JobParams,
  touches: { table: "read", objects: "read", secret: true },
  timeoutSeconds: 28,
} as const;
const cancels = {
  tag,
  dialect,
  method: "DELETE",
  scope: "runs:write",
  params: JobParams,
  success: cancelled,
  errors: ["conflict"],
  touches: { table: "write", sends: [...RUN_QUEUES, "events"] },
} as const;

export const firecrawlScrape = {
  tag,
  dialect,
  method: "POST",
  path: "/firecrawl/{version}/scrape",
  summary: "Read one page in the requested formats",
  description:
    "Queues a run without a stored flow and waits for it, up to 25 seconds. A page that takes longer is answered with 408 " +
    "`SCRAPE_TIMEOUT` and `details.state` `processing_continues`: send the same request again after `retryAfterSeconds` to get it. " +
    "`warning` names options that were ignored.",
  scope: "extract:write",
  params: VersionParams,
  body: FirecrawlScrape,
  success: { status: 200, description: "The page.", bare: FirecrawlScraped },
  errors: [...READING_ERRORS, "quota-exceeded", "not-configured"],
  touches: { table: "write", objects: "read", sends: [...RUN_QUEUES, "events"], secret: true },
  timeoutSeconds: 29,
} as const satisfies Operation;

export const firecrawlCrawl = {
  ...starts,
  path: "/firecrawl/{version}/crawl",
  summary: "Start a crawl of a site",
  body: FirecrawlCrawl,
  touches: tells,
} as const satisfies Operation;

export const firecrawlCrawlStatus = {
  ...reads,
  path: "/firecrawl/{version}/crawl/{id}",
  summary: "Get a crawl with its documents; `active` lists the crawls in progress",
  query: JobQuery,
  success: { status: 200, description: "The crawl.", bare: FirecrawlJobOrActive },
  touches: { ...reads.touches, indexes: ["bySecond"] },
} as const satisfies Operation;

export const firecrawlCancelCrawl = {
  ...cancels,
  path: "/firecrawl/{version}/crawl/{id}",
  summary: "Cancel a crawl",
} as const satisfies Operation;

export const firecrawlCrawlErrors = {
  ...reads,
  path: "/firecrawl/{version}/crawl/{id}/errors",
  summary: "List the pages of a crawl that failed",
  success: errors,
  touches: { table: "read", objects: "read" },
} as const satisfies Operation;

export const firecrawlBatch = {
  ...starts,
  path: "/firecrawl/{version}/batch/scrape",
  summary: "Start reading a list of pages",
  body: FirecrawlBatch,
  touches: tells,
} as const satisfies Operation;

export const firecrawlBatchStatus = {
  ...reads,
  path: "/firecrawl/{version}/batch/scrape/{id}",
  summary: "Get a batch with its documents",
  query: JobQuery,
  success: { status: 200, description: "The batch.", bare: FirecrawlJob },
} as const satisfies Operation;

export const firecrawlCancelBatch = {
  ...cancels,
  path: "/firecrawl/{version}/batch/scrape/{id}",
  summary: "Cancel a batch",
} as const satisfies Operation;

export const firecrawlBatchErrors = {
  ...reads,
  path: "/firecrawl/{version}/batch/scrape/{id}/errors",
  summary: "List the pages of a batch that failed",
  success: errors,
  touches: { table: "read", objects: "read" },
} as const satisfies Operation;

export const firecrawlMap = {
  tag,
  dialect,
  method: "POST",
  path: "/firecrawl/{version}/map",
  summary: "List a site's URLs",
  scope: "extract:write",
  params: VersionParams,
  body: FirecrawlMap,
  success: { status: 200, description: "The site's URLs.", bare: FirecrawlMapped },
  errors: OPENING_ERRORS,
  touches: { table: "update" },
  memoryMb: 2048,
  timeoutSeconds: 28,
} as const satisfies Operation;

export const firecrawlSearch = {
  tag,
  dialect,
  method: "POST",
  path: "/firecrawl/{version}/search",
  summary: "Search the web, and read the pages that are found",
  description:
    "Answers with 400 `SEARCH_NOT_OFFERED` if the deployment has no search engine. With formats in `scrapeOptions`, a scrape reads " +
    "the page of each result, up to 20. Pages that take longer than the request's 25 seconds are left out, and `warning` says so.",
  scope: "extract:write",
  params: VersionParams,
  body: FirecrawlSearch,
  success: { status: 200, description: "The results.", bare: FirecrawlSearched },
  errors: ["quota-exceeded", "unavailable", "timeout", "not-configured"],
  touches: {
    table: "write",
    objects: "read",
    sends: [...RUN_QUEUES, "events"],
    secret: true,
    search: true,
  },
  timeoutSeconds: 29,
} as const satisfies Operation;

export const firecrawlExtract = {
  ...starts,
  scope: "extract:write",
  path: "/firecrawl/{version}/extract",
  summary: "Start extracting data from pages, by schema",
  body: FirecrawlExtract,
  success: { ...started, bare: z.looseObject({ success: z.boolean(), id: z.string() }) },
} as const satisfies Operation;

export const firecrawlExtractStatus = {
  ...reads,
  scope: "extract:write",
  path: "/firecrawl/{version}/extract/{id}",
  summary: "Get an extraction with its data",
  success: { status: 200, description: "The extraction.", bare: FirecrawlExtracted },
  touches: { table: "read", objects: "read" },
} as const satisfies Operation;

export const firecrawlTeam = {
  tag,
  dialect,
  method: "GET",
  path: "/firecrawl/{version}/team/{report}",
  summary: "Get the usage: `credit-usage`, `token-usage` or `queue-status`",
  scope: "account:read",
  params: ReportParams,
  success: { status: 200, description: "The report.", bare: FirecrawlReport },
  touches: { table: "read", indexes: ["bySecond"] },
} as const satisfies Operation;

export const firecrawlConcurrency = {
  tag,
  dialect,
  method: "GET",
  path: "/firecrawl/{version}/concurrency-check",
  summary: "Get how many runs are in progress",
  scope: "account:read",
  params: VersionParams,
  success: {
    status: 200,
    description: "The runs in progress, and how many may be.",
    bare: FirecrawlReport,
  },
  touches: { table: "read" },
} as const satisfies Operation;

export const firecrawlCrawlParams = {
  tag,
  dialect,
  method: "POST",
  path: "/firecrawl/{version}/crawl/params-preview",
  summary: "Not offered: answers with 400",
  scope: "extract:write",
  params: VersionParams,
  body: z.looseObject({}),
  success: { status: 200, description: "Never.", bare: FirecrawlReport },
  touches: { table: "update" },
} as const satisfies Operation;

export const firecrawlOther = {
  tag,
  dialect,
  method: "POST",
  path: "/firecrawl/{version}/{feature}",
  summary: "Not offered: answers with 400 and a code that names the feature",
  scope: "extract:write",
  // Any body, such as a file, gets the same answer.
  params: FeatureParams,
  success: { status: 200, description: "Never.", bare: FirecrawlReport },
  touches: { table: "update" },
} as const satisfies Operation;

export const FIRECRAWL_OPERATIONS = {
  firecrawlScrape,
  firecrawlCrawl,
  firecrawlCrawlStatus,
  firecrawlCancelCrawl,
  firecrawlCrawlErrors,
  firecrawlBatch,
  firecrawlBatchStatus,
  firecrawlCancelBatch,
  firecrawlBatchErrors,
  firecrawlMap,
  firecrawlSearch,
  firecrawlExtract,
  firecrawlExtractStatus,
  firecrawlTeam,
  firecrawlConcurrency,
  firecrawlCrawlParams,
  firecrawlOther,
};
