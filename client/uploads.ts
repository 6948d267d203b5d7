/** Files that are sent past the service, to where its forms lead. */

import type { CallOptions } from "./calls.ts";
import { connectionErrorOf } from "./errors.ts";
import type { CreateUpload, Operations, Upload } from "./generated.ts";

/** What may be said about a list that is uploaded. */
export interface UploadOptions extends CallOptions, CreateUpload {}

/** Why the form was not taken, as S3 tells it. */
const reasonOf = (xml: string): string => /<Message>([^<]*)<\/Message>/.exec(xml)?.[1] ?? "no reason given";

/**
 * Uploads a list of URLs.
 *
 * @throws ApiError where the service refuses, ConnectionError where the file cannot be sent, Error where it is refused
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
