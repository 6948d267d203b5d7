/** Exports: all items of a run in files, however many there are, made by a worker. */
import * as z from "zod";
import { pageQuery, Timestamp } from "../common.ts";
import { Formulas } from "../runs/runs.ts";
import { DAY_MS } from "../units.ts";
import { DestinationFormat } from "./destinations.ts";

/** How long the files of an export are kept once it has ended. */
export const EXPORT_KEPT_MS = 7 * DAY_MS;

const ONE_FILE: readonly unknown[] = ["xlsx", "json"];

const ExportFormat = z
  .preprocess((value, context) => {
    if (ONE_FILE.includes(value)) {
      const message = `must be one of ${DestinationFormat.options.join(", ")}: get \`${value}\`, which is one file, with GET /runs/{id}/export`;
      context.addIssue({ code: "custom", message });
    }
    return value;
  }, DestinationFormat)
  .describe("`ndjson`, `csv` or `parquet`. Each file is complete: every CSV file has the header.");

export const CreateExport = z.strictObject({
  format: ExportFormat.default("ndjson"),
  formulas: Formulas.optional(),
  partMegabytes: z
    .int()
    .min(1)
    .max(32)
    .default(16)
    .describe("Most megabytes of items in a file, measured as NDJSON. A larger item has a file of its own."),
});

const ExportStatus = z.enum(["pending", "running", "completed", "failed", "cancelled"]);

export const ExportError = z.object({
  code: z.enum(["run-deleted", "write-failed"]),
  message: z.string(),
});
export type ExportError = z.infer<typeof ExportError>;

export const Export = z.object({
  id: z.string(),
  runId: z.string(),
  flowId: z.string(),
  format: z.enum(DestinationFormat.options),
  status: ExportStatus,
  totalItems: z.int().min(0).describe("Items of the run."),
  itemCount: z.int().min(0).describe("Items written so far."),
  bytes: z.int().min(0).describe("Bytes of the files written so far."),
  partCount: z.int().min(0).describe("Files written so far."),
  error: ExportError.nullable().describe("Why it failed; null unless it did."),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  expiresAt: Timestamp.nullable().describe(
    "When its files are deleted: seven days after it has ended, or with its run. Null before it has ended.",
  ),
  manifestUrl: z
    .string()
    .optional()
    .describe(
      "A link to the manifest that needs no key and expires after 15 minutes. Only of a completed export, and not in lists.",
    ),
});
export type Export = z.infer<typeof Export>;

export const ExportPart = z.object({
  path: z.string().describe("The file's name, as in the manifest."),
  items: z.int().min(1),
  bytes: z.int().min(1),
  sha256: z.string().describe("SHA-256 of the file in hexadecimal."),
  url: z.string().describe("A link that needs no key. Expires after 15 minutes."),
});
export type ExportPart = z.infer<typeof ExportPart>;

export const ExportParams = z.strictObject({
  id: z.string().min(1).max(128),
  exportId: z.string().min(1).max(128),
});

export const ListExportsQuery = z.strictObject(pageQuery());

/** Message of the queue `exports`: "this export may be due". Duplicates are harmless. */
export const ExportMessage = z.strictObject({
  type: z.literal("export"),
  accountId: z.string(),
  exportId: z.string(),
});
export type ExportMessage = z.infer<typeof ExportMessage>;
