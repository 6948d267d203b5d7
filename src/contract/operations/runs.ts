import * as z from "zod";
import { Deleted, IdParams } from "../common.ts";
import { CreateUpload, Upload } from "../flows/uploads.ts";
import { LIST_INDEXES, type Operation, RUN_QUEUES } from "../operation.ts";
import { ListRunPagesQuery, PageOutcome, SiteOutcome } from "../runs/runPages.ts";
import {
  CreateRun,
  ExportRunItemsQuery,
  Item,
  ListRunItemsQuery,
  ListRunsQuery,
  RetryRun,
  Run,
  RunExport,
  RunSummary,
  TriggerRun,
} from "../runs/runs.ts";

const EXPORT_IN_PARTS =
  "The file could not be written in time. If the run has ended, export it in parts with POST /runs/{id}/exports.";

export const listRuns = {
  method: "GET",
  path: "/runs",
  tag: "Runs",
  summary: "List runs, newest first",
  description: "Filter by time with `from` and `to`. A shorter range is faster.",
  scope: "runs:read",
  query: ListRunsQuery,
  success: { status: 200, description: "A page of runs.", list: RunSummary },
  touches: { table: "read", indexes: LIST_INDEXES, secret: true },
  timeoutSeconds: 28,
} as const satisfies Operation;

export const createRun = {
  method: "POST",
  path: "/runs",
  tag: "Runs",
  summary: "Run a flow",
  description:
    "Queues a run. It starts as soon as the account has a free slot for concurrent runs. `urls` outside the " +
    "flow's origins also need the scope `flows:write` (403 `missing-scope`).\n\n" +
    "With the header `Prefer: wait=25`, a run that finishes within 25 seconds is returned as by GET " +
    "/runs/{id}, with its preview and the header `Preference-Applied: wait=25`. Without that header in the " +
    "response, you get the queued run: it takes longer, too many requests are waiting, or the key lacks " +
    "`runs:read`.",
  scope: "runs:write",
  body: CreateRun,
  waits: true,
  success: {
    status: 202,
    description: "The queued run, or the finished one if it was waited for.",
    data: z.union([RunSummary, Run]),
  },
  errors: ["not-found", "conflict", "quota-exceeded", "unavailable"],
  touches: { table: "update", uploads: "read", sends: RUN_QUEUES, secret: true },
  timeoutSeconds: 29,
} as const satisfies Operation;

export const createUpload = {
  method: "POST",
  path: "/uploads",
  tag: "Runs",
  summary: "Upload a list of URLs, or a file",
  description:
    "For lists that are too long for `urls`: up to 20 MB and your plan's `urlsPerRun`. Returns a form that " +
    "needs no key. Send " +
    "it with the file within 15 minutes, then start a run with the `uploadId`, or give it to a flow, within a day. The " +
    "link and the list can be used once.\n\n" +
    'With `"purpose": "page"`, a file of up to 50 MB that is read like a page: PDF, Word, Excel, OpenDocument, HTML, ' +
    "CSV, JSON or XML. The response's `address` stands for it wherever a page's URL does, as often as you like, until " +
    "it is deleted after your plan's `retentionDays`. Only your account can read it.",
  scope: "runs:write",
  body: CreateUpload,
  bodyIsOptional: true,
  success: { status: 201, description: "Where to send the file.", data: Upload },
  touches: { table: "update", uploads: "add" },
} as const satisfies Operation;

export const triggerRun = {
  method: "POST",
  path: "/runs/trigger",
  tag: "Runs",
  summary: "Run a flow from an external trigger",
  scope: "runs:write",
  body: TriggerRun,
  success: { status: 202, description: "The queued run.", data: RunSummary },
  errors: ["not-found", "conflict", "quota-exceeded", "unavailable"],
  touches: { table: "update", uploads: "read", sends: RUN_QUEUES },
  timeoutSeconds: 28,
} as const satisfies Operation;

export const getRun = {
  method: "GET",
  path: "/runs/{id}",
  tag: "Runs",
  summary: "Get a run with its log and first items",
  scope: "runs:read",
  params: IdParams,
  success: { status: 200, description: "The run.", data: Run },
  touches: { table: "read", secret: true },
} as const satisfies Operation;

export const deleteRun = {
  method: "DELETE",
  path: "/runs/{id}",
  tag: "Runs",
  summary: "Delete a run",
  description:
    "Also deletes its log, items, pages and screenshots within minutes. Usage, " +
    "analytics and a monitor's baseline stay. Cancel a run in progress first (409 `conflict`).",
  scope: "runs:write",
  params: IdParams,
  success: { status: 200, description: "The run was deleted.", data: Deleted },
  errors: ["conflict"],
  touches: { table: "write" },
} as const satisfies Operation;

export const cancelRun = {
  method: "POST",
  path: "/runs/{id}/cancel",
  tag: "Runs",
  summary: "Cancel a queued or running run",
  description: "The items collected so far stay readable.",
  scope: "runs:write",
  params: IdParams,
  success: { status: 200, description: "The cancelled run.", data: RunSummary },
  errors: ["conflict"],
  touches: { table: "write", sends: [...RUN_QUEUES, "events"] },
} as const satisfies Operation;

export const retryRun = {
  method: "POST",
  path: "/runs/{id}/retry",
  tag: "Runs",
  summary: "Run a flow again",
  description:
    "Starts a new run of the flow's current version. With `from: snapshots`, it reads the pages the " +
    "earlier run saved instead of fetching them, for example after you fix a selector. Such a run is never " +
    "compared and " +
    "doesn't affect the flow's success rate. Flows that interact with pages can't use snapshots (409 `conflict`). With " +
    "`from: failed`, it only opens the pages that failed (409 `conflict` if none did).",
  scope: "runs:write",
  params: IdParams,
  body: RetryRun,
  bodyIsOptional: true,
  success: { status: 202, description: "The new queued run.", data: RunSummary },
  errors: ["conflict", "quota-exceeded", "unavailable"],
  touches: { table: "update", objects: "write", sends: RUN_QUEUES },
} as const satisfies Operation;

export const listRunItems = {
  method: "GET",
  path: "/runs/{id}/items",
  tag: "Runs",
  summary: "Read a run's items",
  description:
    "Returns pages of JSON (up to 4 MB each), or one file: `format=ndjson`, `csv` and `xlsx` redirect (303) to a " +
    "link that is valid for 15 minutes. A running run returns the items collected so far. An `xlsx` file has " +
    "room for 1,048,575 items and 4 GB (409 `conflict` beyond that); texts over 32,767 characters are cut " +
    "and end in `… [cut]`. Dates are real dates in it, and times are UTC.",
  scope: "runs:read",
  params: IdParams,
  query: ListRunItemsQuery,
  success: {
    status: 200,
    description: "A page of items.",
    list: Item,
    redirect: "The export is ready at the address in the Location header.",
  },
  errors: ["conflict", "timeout"],
  touches: { table: "read", objects: "write", secret: true },
  tooLong: EXPORT_IN_PARTS,
  memoryMb: 1024,
  timeoutSeconds: 28,
} as const satisfies Operation;

export const listRunPages = {
  method: "GET",
  path: "/runs/{id}/pages",
  tag: "Runs",
  summary: "List the result of each page of a list or crawl",
  description:
    "In the order they finished; for a split run, by shard. Empty for other runs. While the run is in " +
    "progress, a cursor returns the pages that finished since, each once. POST /runs/{id}/retry with `from: " +
    "failed` retries those that failed.",
  scope: "runs:read",
  params: IdParams,
  query: ListRunPagesQuery,
  success: { status: 200, description: "A page of pages.", list: PageOutcome },
  touches: { table: "read", objects: "read", secret: true },
  timeoutSeconds: 28,
} as const satisfies Operation;

export const listRunSites = {
  method: "GET",
  path: "/runs/{id}/sites",
  tag: "Runs",
  summary: "List the result of each site of a list of sites",
  description:
    "In the order they finished; for a split run, by shard. Empty for runs whose flow's `eachUrl` is not `site`. While the " +
    "run is in progress, a cursor returns the sites that finished since, each once. POST /runs/{id}/retry with `from: " +
    "failed` retries the sites that failed or were skipped.",
  scope: "runs:read",
  params: IdParams,
  query: ListRunPagesQuery,
  success: { status: 200, description: "A page of sites.", list: SiteOutcome },
  touches: { table: "read", objects: "read", secret: true },
  timeoutSeconds: 28,
} as const satisfies Operation;

export const exportRunItems = {
  method: "GET",
  path: "/runs/{id}/export",
  tag: "Runs",
  summary: "Export a run's items as a file",
  description:
    "Like GET /runs/{id}/items with a format, for clients that can't read a redirect's URL, such as pages in " +
    "browsers. A running run returns the items collected so far.",
  scope: "runs:read",
  params: IdParams,
  query: ExportRunItemsQuery,
  success: { status: 200, description: "A link to the file.", data: RunExport },
  errors: ["conflict", "timeout"],
  touches: { table: "read", objects: "write" },
  tooLong: EXPORT_IN_PARTS,
  memoryMb: 1024,
  timeoutSeconds: 28,
} as const satisfies Operation;

export const RUNS_OPERATIONS = {
  listRuns,
  createRun,
  createUpload,
  triggerRun,
  getRun,
  deleteRun,
  cancelRun,
  retryRun,
  listRunItems,
  listRunPages,
  listRunSites,
  exportRunItems,
};
