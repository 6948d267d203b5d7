import * as z from "zod";
import { Timestamp } from "./common.ts";

/** Media types of uploaded lists. */
export const UPLOAD_TYPES = {
  csv: "text/csv",
  ndjson: "application/x-ndjson",
  text: "text/plain",
} as const;
export type UploadFormat = keyof typeof UPLOAD_TYPES;
const UploadFormat = z.enum(Object.keys(UPLOAD_TYPES) as [UploadFormat, ...UploadFormat[]]);

export const MAX_UPLOAD_BYTES = 20_000_000;
/** How long an upload form is valid. */
export const UPLOAD_LINK_SECONDS = 15 * 60;

/** The id of an upload. */
export const UploadId = z.string().min(1).max(128);

/** A request contains a list or names an upload, not both. */
export const ONE_LIST = { path: ["uploadId"], message: "send `urls` or `uploadId`, not both" };

export const CreateUpload = z.strictObject({
  format: UploadFormat.default("csv").describe(
    "`csv`: the column that holds URLs is used, with or without a header row. `ndjson`: on each line a JSON string, or an " +
      "object with a URL. `text`: one URL per line.",
  ),
});

export const Upload = z.object({
  id: z.string().describe("The `uploadId` for POST /runs, POST /flows or PUT /flows/{id}."),
  url: z.string().describe("Where to send the file, as `multipart/form-data`."),
  fields: z
    .record(z.string(), z.string())
    .describe("Fields of the form. Send all of them, then the file as the last field, `file`."),
  maxBytes: z.int().describe("Maximum size of the file."),
  expiresAt: Timestamp.describe("When the link stops working. It works once."),
});
export type Upload = z.infer<typeof Upload>;
