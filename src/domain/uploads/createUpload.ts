import type * as z from "zod";
import {
  type CreateUpload,
  MAX_UPLOAD_BYTES,
  UPLOAD_LINK_SECONDS,
  UPLOAD_TYPES,
  type Upload,
} from "../../contract/uploads.ts";
import { folderOf } from "../files/folders.ts";
import type { Caller, Deps, WithUploadForms } from "../ports.ts";

/** Object key of an upload's file. */
export const uploadKey = (accountId: string, id: string): string => folderOf("tmp/uploads", accountId) + id;

/** Creates a form for uploading a list once. */
export const createUpload = async (
  { uploadForms, newId, now }: Deps & WithUploadForms,
  { accountId }: Caller,
  { format }: z.output<typeof CreateUpload>,
): Promise<Upload> => {
  const id = newId("upload");
  const expiresAt = new Date(now() + UPLOAD_LINK_SECONDS * 1_000).toISOString();
  const { url, fields } = await uploadForms.sign({
    key: uploadKey(accountId, id),
    contentType: UPLOAD_TYPES[format],
    maxBytes: MAX_UPLOAD_BYTES,
    seconds: UPLOAD_LINK_SECONDS,
  });
  return { id, url, fields, maxBytes: MAX_UPLOAD_BYTES, expiresAt };
};
