/** Lists of URLs in files. */
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { text } from "node:stream/consumers";
import type { Client, CreateRun, CreateUpload } from "../client/index.ts";
import type { World } from "./context.ts";

type UploadFormat = NonNullable<CreateUpload["format"]>;

/** Formats of lists by file extension; any other file has one URL per line. */
const LIST_FORMATS: Readonly<Record<string, UploadFormat>> = {
  ".csv": "csv",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
};
/** Limits of a list within a request; a longer list is uploaded. */
const MAX_SENT_URLS = 1_000;
const MAX_SENT_CHARS = 200_000;

/** Reads the list from a file (`-`: standard input) in the form that runs and flows accept. */
export const listIn = async (
  client: Client,
  file: string,
  { stdin, signal }: World,
): Promise<Pick<CreateRun, "urls" | "uploadId">> => {
  const content = file === "-" ? await text(stdin) : await readFile(file, "utf8");
  const format = LIST_FORMATS[extname(file).toLowerCase()] ?? "text";
  const lines = content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (format === "text" && lines.length <= MAX_SENT_URLS && content.length <= MAX_SENT_CHARS)
    return { urls: lines };
  return { uploadId: (await client.uploads.send(content, { format, signal })).id };
};
