import type { Client, CreateRun, CreateUpload } from "../../client/index.ts";

/** Limits of a request. A longer list is uploaded. */
export const MAX_SENT_URLS = 1_000;
const MAX_SENT_CHARS = 200_000;

type UploadFormat = NonNullable<CreateUpload["format"]>;

const formatOf = ({ name }: File): UploadFormat => {
  if (/\.csv$/i.test(name)) return "csv";
  return /\.(?:ndjson|jsonl)$/i.test(name) ? "ndjson" : "text";
};

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** What a file field says about lists. */
export const LIST_FILES = {
  hint: "CSV, NDJSON or one URL per line, up to 20 MB.",
  accept: ".csv,.ndjson,.jsonl,.txt",
} as const;

/** @returns the id of the upload */
export const uploadFile = async (client: Client, file: File): Promise<string> =>
  (await client.uploads.send(file, { format: formatOf(file) })).id;

/** A list as a run takes it: sent along where it was typed and is short, uploaded otherwise. */
export const sendList = async (
  client: Client,
  { text, file }: { readonly text: string; readonly file: File | null },
): Promise<Pick<CreateRun, "urls" | "uploadId">> => {
  if (file) return { uploadId: await uploadFile(client, file) };
  const urls = linesOf(text);
  if (urls.length <= MAX_SENT_URLS && text.length <= MAX_SENT_CHARS) return { urls };
  return { uploadId: (await client.uploads.send(text, { format: "text" })).id };
};
