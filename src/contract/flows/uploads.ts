import * as z from "zod";
import { HttpUrl, Timestamp } from "../common.ts";

/** Media types of uploaded lists. */
export const UPLOAD_TYPES = {
  csv: "text/csv",
  ndjson: "application/x-ndjson",
  text: "text/plain",
} as const;
export type UploadFormat = keyof typeof UPLOAD_TYPES;
const UploadFormat = z.enum(Object.keys(UPLOAD_TYPES) as [UploadFormat, ...UploadFormat[]]);

export const MAX_UPLOAD_BYTES = 20_000_000;
/** Media type of the form for any file; its type is detected from its content. */
export const FILE_TYPE = "application/octet-stream";
/** Of a file that is used as a page. */
export const MAX_FILE_BYTES = 50_000_000;
/** How long an upload form is valid. */
export const UPLOAD_LINK_SECONDS = 15 * 60;

/** The id of an upload. */
export const UploadId = z.string().min(1).max(128);

/** A request contains a list or names an upload, not both. */
export const ONE_LIST = { path: ["uploadId"], message: "send `urls` or `uploadId`, not both" };

/** Name of a file: letters of any script, without slashes and control characters. */
const FileName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}/\\]+$/u, "must be a file's name, without folders")
  .refine((name) => name.isWellFormed() && !/^\.{1,2}$/.test(name), "must be a file's name");

export const CreateUpload = z.strictObject({
  purpose: z
    .enum(["urls", "page"])
    .default("urls")
    .describe(
      "`urls`: a list of URLs. `page`: a file that is read like a page, such as a PDF, a workbook or a CSV file.",
    ),
  name: FileName.optional().describe(
    "Name of the file, for `page`; it becomes part of the address. Its ending tells tables and JSON from other text; " +
      "documents are told by their content.",
  ),
  format: UploadFormat.default("csv").describe(
    "Of a list. `csv`: the column that holds URLs is used, with or without a header row. `ndjson`: on each line a JSON string, or an " +
      "object with a URL. `text`: one URL per line.",
  ),
});

/** A host that never exists (RFC 2606), so that nothing but the service answers for these addresses. */
const FILE_ORIGIN = "https://uploads.invalid";

/** What an address of an uploaded file names. */
export interface UploadedFileName {
  readonly id: string;
  /** Random characters, so that no page can name a file of its reader. */
  readonly token: string;
  readonly name: string;
}

export const fileAddress = ({ id, token, name }: UploadedFileName): string =>
  `${FILE_ORIGIN}/${id}/${token}/${encodeURIComponent(name)}`;

/** Whether an address names an uploaded file, or would. */
export const isFileAddress = (address: string): boolean => URL.parse(address)?.origin === FILE_ORIGIN;

/** @returns null if it names no file */
export const readFileAddress = (address: string): Omit<UploadedFileName, "name"> | null => {
  const found = /^\/(upload-\d{1,30})\/([0-9a-f]{32})\/[^/]+$/.exec(URL.parse(address)?.pathname ?? "");
  return isFileAddress(address) && found ? { id: found[1] ?? "", token: found[2] ?? "" } : null;
};

export const Upload = z.object({
  id: z.string().describe("Of a list: the `uploadId` for POST /runs, POST /flows or PUT /flows/{id}."),
  address: HttpUrl.optional().describe(
    "Of a `page`: the URL of the file, for your account only. Use it wherever a URL is read: in POST /extract, POST " +
      "/generate, and as `url` or in `urls` of flows and runs.",
  ),
  keptUntil: Timestamp.optional().describe("Of a `page`: when the file is deleted."),
  url: z.string().describe("Where to send the file, as `multipart/form-data`."),
  fields: z
    .record(z.string(), z.string())
    .describe("Fields of the form. Send all of them, then the file as the last field, `file`."),
  maxBytes: z.int().describe("Maximum size of the file."),
  expiresAt: Timestamp.describe("When the link stops working. It works once."),
});
export type Upload = z.infer<typeof Upload>;
