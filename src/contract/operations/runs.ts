import { Deleted, IdParams } from "../common.ts";
import type { Operation } from "../operation.ts";
import { RUN_QUEUES } from "../operation.ts";
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
} from "../runs.ts";

export const RUNS_OPERATIONS = {
  listRuns: {
    method: "GET",
    path: "/runs",
    tag: "Runs",
    summary: "List runs, newest first",
    description:
      "A range in time (`from`, `to`) is walked by its keys: what the request costs follows the range, not the account.",
    scope: "runs:read",
    query: ListRunsQuery,
    success: { status: 200, description: "A page of runs.", list: RunSummary },
    touches: { table: "read", secret: true },
    timeoutSeconds: 28,
  },
  createRun: {
    method: "POST",
    path: "/runs",
    tag: "Runs",
    summary: "Run a flow",
    description: "Queues a run. It starts as soon as the account has a free slot for concurrent runs.",
    scope: "runs:write",
    body: CreateRun,
    success: { status: 202, description: "The queued run.", data: RunSummary },
    errors: ["not-found", "quota-exceeded", "unavailable"],
    touches: { table: "write", sends: RUN_QUEUES },
  },
  triggerRun: {
    method: "POST",
    path: "/runs/trigger",
    tag: "Runs",
    summary: "Run a flow from an external trigger",
    scope: "runs:write",
    body: TriggerRun,
    success: { status: 202, description: "The queued run.", data: RunSummary },
    errors: ["not-found", "quota-exceeded", "unavailable"],
    touches: { table: "write", sends: RUN_QUEUES },
  },
  getRun: {
    method: "GET",
    path: "/runs/{id}",
    tag: "Runs",
    summary: "Get a run with its log and first items",
    scope: "runs:read",
    params: IdParams,
    success: { status: 200, description: "The run.", data: Run },
    touches: { table: "read", secret: true },
  },
  deleteRun: {
    method: "DELETE",
    path: "/runs/{id}",
    tag: "Runs",
    summary: "Delete a run",
    description:
      "With its log, its items, and the pages and pictures that it kept, which are erased within minutes. Usage, " +
      "analytics, and what a monitor learnt from the run stay. A run that is under way is cancelled first (409 `conflict`).",
    scope: "runs:write",
    params: IdParams,
    success: { status: 200, description: "The run was deleted.", data: Deleted },
    errors: ["conflict"],
    touches: { table: "write" },
  },
  cancelRun: {
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
  },
  retryRun: {
    method: "POST",
    path: "/runs/{id}/retry",
    tag: "Runs",
    summary: "Run a flow again",
    description:
      "A new run of the same flow, as the flow is today. With `from: snapshots` it reads the pages that the " +
      "earlier run kept and visits nothing: for a flow whose selectors were mended. Such a run is never compared, and " +
      "counts neither for nor against its flow. A flow that acts on its pages cannot be run on kept ones (409 `conflict`).",
    scope: "runs:write",
    params: IdParams,
    body: RetryRun,
    bodyIsOptional: true,
    success: { status: 202, description: "The new queued run.", data: RunSummary },
    errors: ["conflict", "quota-exceeded", "unavailable"],
    touches: { table: "write", sends: RUN_QUEUES },
  },
  listRunItems: {
    method: "GET",
    path: "/runs/{id}/items",
    tag: "Runs",
    summary: "Read a run's items",
    description:
      "As pages of JSON (at most 4 MB each), or as one file: `format=ndjson`, `csv` and `xlsx` answer 303 to a " +
      "link that is valid for 15 minutes. A running run gives what it has collected so far. A workbook (`xlsx`) has " +
      "room for 1,048,575 items and 4 GB (409 `conflict` beyond); a text over 32,767 characters is cut, and ends in `… [cut]`.",
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
    memoryMb: 1024,
    timeoutSeconds: 28,
  },
  exportRunItems: {
    method: "GET",
    path: "/runs/{id}/export",
    tag: "Runs",
    summary: "Export a run's items as a file",
    description:
      "As GET /runs/{id}/items with a format, for those who cannot read the address of a redirect, as pages in " +
      "browsers. A running run gives what it has collected so far.",
    scope: "runs:read",
    params: IdParams,
    query: ExportRunItemsQuery,
    success: { status: 200, description: "A link to the file.", data: RunExport },
    errors: ["conflict", "timeout"],
    touches: { table: "read", objects: "write" },
    memoryMb: 1024,
    timeoutSeconds: 28,
  },
} as const satisfies Record<string, Operation>;
