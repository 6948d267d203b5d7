/** Uploads files directly to storage, through the service's forms. */

import type { CallOptions } from "./calls.ts";
import { connectionErrorOf } from "./errors.ts";
import type { CreateUpload, Operations, Upload } from "./generated.ts";

/** Options of a list upload. */
export interface UploadOptions extends CallOptions, CreateUpload {}

/** Why S3 rejected the form. */
const reasonOf = (xml: string): string => /<Message>([^<]*)<\/Message>/.exec(xml)?.[1] ?? "no reason given";

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
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  form.append("file", typeof file === "string" ? new Blob([file]) : file, "list");
  const signal = options.signal ?? null;
  const answer = await fetch(upload.url, { method: "POST", body: form, signal }).catch((error: unknown) => {
    throw connectionErrorOf(error, new URL(upload.url).origin, options.signal);
  });
  if (!answer.ok)
    throw new Error(`The file was not accepted (${answer.status}): ${reasonOf(await answer.text())}`);
  return upload;
};
