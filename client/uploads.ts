/** Uploads files directly to storage, through the service's forms. */

import type { CallOptions } from "./calls.ts";
import { connectionErrorOf } from "./errors.ts";
import type { CreateUpload, Operations, Upload } from "./generated.ts";

/** Options of a list upload. */
export interface UploadOptions extends CallOptions, Pick<CreateUpload, "format"> {}

/** Options of a file upload. */
export interface FileOptions extends CallOptions {
  /** The file's name, such as `prices.csv` (default: the name of a `File`). */
  readonly name?: string;
}

/** An uploaded file that is read like a page. */
export type UploadedPage = Upload & { readonly address: string };

/** Why S3 rejected the form. */
const reasonOf = (xml: string): string => /<Message>([^<]*)<\/Message>/.exec(xml)?.[1] ?? "no reason given";

/** @throws ConnectionError if the file cannot be sent, Error if storage rejects it */
const sendForm = async (
  { url, fields }: Upload,
  file: Blob,
  { signal }: Pick<CallOptions, "signal">,
): Promise<void> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file, "file");
  const sending = { method: "POST", body: form, signal: signal ?? null };
  const answer = await fetch(url, sending).catch((error: unknown) => {
    throw connectionErrorOf(error, new URL(url).origin, signal);
  });
  if (!answer.ok)
    throw new Error(`The file was not accepted (${answer.status}): ${reasonOf(await answer.text())}`);
};

/**
 * Uploads a list of URLs.
 *
 * @throws ApiError if the service rejects it, ConnectionError if the file cannot be sent, Error if storage
 * rejects the file
 */
export const uploadList = async (
  { createUpload }: Pick<Operations, "createUpload">,
  file: Blob | string,
  { format, ...options }: UploadOptions = {},
): Promise<Upload> => {
  const upload = await createUpload(format === undefined ? {} : { format }, options);
  await sendForm(upload, typeof file === "string" ? new Blob([file]) : file, options);
  return upload;
};

/**
 * Uploads a file that is read like a page.
 *
 * @throws as `uploadList`
 */
export const uploadFile = async (
  { createUpload }: Pick<Operations, "createUpload">,
  file: Blob,
  { name = file instanceof File ? file.name : undefined, ...options }: FileOptions = {},
): Promise<UploadedPage> => {
  const upload = await createUpload({ purpose: "page", name }, options);
  await sendForm(upload, file, options);
  if (upload.address === undefined)
    throw new Error("The service is of an earlier version: it takes only lists.");
  return { ...upload, address: upload.address };
};
