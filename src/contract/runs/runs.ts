import * as z from "zod";
import { AddressList, pageQuery, rangeQuery, Timestamp } from "../common.ts";
import { Currencies } from "../currencies.ts";
import { EachUrl } from "../flows/eachUrl.ts";
import { RunWarning } from "../flows/expect.ts";
import { RunInput } from "../flows/inputs.ts";
import { ONE_LIST, UploadId } from "../flows/uploads.ts";
import { exactLine } from "../text.ts";
import { PageCounts } from "./runPages.ts";

export const RUN_STATUSES = ["queued", "running", "completed", "failed", "cancelled"] as const;
export const RunStatus = z.enum(RUN_STATUSES);
export type RunStatus = z.infer<typeof RunStatus>;

/** Who started a run. */
export const RunOrigin = z.enum(["api", "trigger", "schedule", "retry"]);
export type RunOrigin = z.infer<typeof RunOrigin>;

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export const LogEntry = z.object({
  timestamp: Timestamp,
  level: z.enum(LOG_LEVELS),
  message: z.string(),
});
export type LogEntry = z.infer<typeof LogEntry>;

/** Log entries kept per run; a final entry states how many were dropped. */
export const MAX_LOG_ENTRIES = 5000;
/** Items shown in `outputPreview`. */
export const PREVIEW_ITEMS = 10;

/** Why a run failed, and what the user can do about it. */
export const RunError = z.object({
  code: z.string().describe("A stable error code, such as `target-failed` or `not-configured`."),
  message: z.string(),
  step: z.string().nullable().describe("The step that failed, as `steps[1]` or its label."),
  url: z.string().nullable().describe("URL of the page it failed on."),
  httpStatus: z.int().nullable(),
  retryable: z.boolean().describe("Whether a retry may succeed."),
});
export type RunError = z.infer<typeof RunError>;

/** A page that was requested and has not arrived yet. */
export const RunOpening = z.object({
  url: z.string(),
  since: Timestamp.describe("When it was requested."),
});
export type RunOpening = z.infer<typeof RunOpening>;

/** A screenshot: from a `screenshot` step, or of the page on which a step failed. */
export const RunScreenshot = z.object({
  step: z.string().describe("The step that took it, as `steps[1]` or its label."),
  url: z.string().describe("URL of the page it shows."),
  screenshotUrl: z.string().describe("A link that needs no key. Expires 24 hours after this response."),
  width: z.int(),
  height: z.int(),
  capturedAt: Timestamp,
  isFailure: z.boolean().describe("Whether it was taken because the step failed."),
});
export type RunScreenshot = z.infer<typeof RunScreenshot>;

/** Costs by category, in US dollars; `cost` is their sum. */
export const CostBreakdown = z.object({
  compute: z.number().describe("Compute time: GB-seconds and invocations."),
  table: z.number().describe("Database reads and writes."),
  objects: z.number().describe("Object storage requests."),
  queue: z.number().describe("Messages."),
});
export type CostBreakdown = z.infer<typeof CostBreakdown>;

const summary = {
  id: z.string(),
  flowId: z.string(),
  flowName: z.string(),
  status: RunStatus,
  origin: RunOrigin,
  trigger: z.string().optional().describe("The `trigger` of POST /runs/trigger."),
  input: RunInput.optional().describe("The run's input. Absent if its flow has no `inputs`."),
  retryOf: z.string().optional().describe("The run that this one retries."),
  snapshotsOf: z
    .string()
    .optional()
    .describe("The run whose saved pages this one reads instead of fetching them."),
  startedAt: Timestamp.describe("When the run was requested."),
  executionStartedAt: Timestamp.nullable().describe("When a worker started it."),
  finishedAt: Timestamp.nullable(),
  duration: z.int().min(0).describe("Milliseconds of execution: 0 while queued, elapsed while running."),
  itemsExtracted: z.int().min(0),
  pagesFetched: z.int().min(0),
  pages: PageCounts.optional().describe("For a list of URLs or a crawl: counts of finished pages."),
  sites: PageCounts.optional().describe("For a list of sites: counts of finished sites."),
  dataPointsExtracted: z.int().min(0).describe("Number of values that are not null."),
  currencies: Currencies.optional(),
  cost: z.number().min(0).describe("US dollars used so far."),
  warnings: z.array(RunWarning).describe("How a completed run falls short of what its flow expects."),
};

export const RunSummary = z.object(summary);
export type RunSummary = z.infer<typeof RunSummary>;

export const Run = z.object({
  ...summary,
  opening: RunOpening.nullable().describe(
    "The page the run is waiting for, and since when; null if it is not waiting for one. Updated at least every 10 " +
      "seconds.",
  ),
  costBreakdown: CostBreakdown,
  error: RunError.nullable(),
  logs: z.array(LogEntry),
  screenshots: z.array(RunScreenshot).describe("At most 50, in the order they were taken."),
  outputPreview: z.array(z.record(z.string(), z.unknown())).describe("The first 10 items."),
});
export type Run = z.infer<typeof Run>;

const FlowReference = z.string().min(1).max(128);

const given = {
  flowId: FlowReference,
  urls: AddressList.min(1)
    .optional()
    .describe(
      "Opened instead of the flow's `url` or `urls`. URLs outside the flow's origins also need the scope `flows:write`.",
    ),
  uploadId: UploadId.optional().describe("A list from POST /uploads instead of `urls`. It can be used once."),
  eachUrl: EachUrl.optional().describe(
    "What each of these URLs is: a `page`, or the start of a `site`. Default: the flow's `eachUrl`.",
  ),
  input: RunInput.optional().describe("A value for each of the flow's `inputs`."),
};

const hasOneList = ({ urls, uploadId }: { urls?: unknown; uploadId?: unknown }): boolean =>
  urls === undefined || uploadId === undefined;

export const CreateRun = z.strictObject(given).refine(hasOneList, { ...ONE_LIST });
export const TriggerRun = z
  .strictObject({
    ...given,
    trigger: exactLine(200).default("manual").describe("What triggered the run, in your own words."),
  })
  .refine(hasOneList, { ...ONE_LIST });

export const RetryRun = z.strictObject({
  from: z
    .enum(["source", "snapshots", "failed"])
    .default("source")
    .describe(
      "`snapshots`: today's flow on the pages as the run saw them. Nothing is visited. `failed`: the addresses of its " +
        "list that failed or were not reached, pages or sites; of a crawl, the pages that failed.",
    ),
});

export const ListRunsQuery = z.strictObject({
  flowId: FlowReference.optional(),
  status: RunStatus.optional(),
  trigger: z.string().min(1).max(200).optional().describe("The `trigger` of POST /runs/trigger."),
  ...rangeQuery,
  ...pageQuery(),
});

export const EXPORT_FORMATS = ["json", "ndjson", "csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const Formulas = z
  .enum(["escape", "keep"])
  .describe(
    "For `csv`: prefix values that look like spreadsheet formulas with an apostrophe (`escape`, the default), " +
      "or keep them unchanged. Amounts and phone numbers are never changed.",
  );
export type Formulas = z.infer<typeof Formulas>;

/** Which items, of all that a run has, and in which order. */
const itemSelection = {
  q: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Only items with a value that contains this text, in any case."),
  where: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'Only items that meet these conditions: `price < 20`, `title contains "oak"`, `in_stock = true`, several joined by `and`.',
    ),
  sort: z
    .string()
    .min(1)
    .max(101)
    .optional()
    .describe("Sort by this field, `-price` in descending order. Missing values come last."),
};
export type ItemSelection = { readonly [Name in keyof typeof itemSelection]?: string | undefined };

export const ListRunItemsQuery = z.strictObject({
  format: z.enum(EXPORT_FORMATS).default("json"),
  formulas: Formulas.optional(),
  ...itemSelection,
  ...pageQuery(),
});

export const ExportRunItemsQuery = z.strictObject({
  format: z.enum(EXPORT_FORMATS).describe("`json`: one array with all items."),
  formulas: Formulas.optional(),
  ...itemSelection,
});

export const RunExport = z.object({
  url: z.string().describe("A link that needs no key. Expires after 15 minutes."),
  format: z.enum(EXPORT_FORMATS),
  itemCount: z.int().min(0),
  expiresAt: Timestamp,
});
export type RunExport = z.infer<typeof RunExport>;

export const Item = z.record(z.string(), z.unknown());
export type Item = z.infer<typeof Item>;
