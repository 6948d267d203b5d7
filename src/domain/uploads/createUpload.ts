import { randomBytes } from "node:crypto";
import type * as z from "zod";
import { PLANS } from "../../contract/account/plans.ts";
import {
  type CreateUpload,
  FILE_TYPE,
  fileAddress,
  MAX_FILE_BYTES,
  MAX_UPLOAD_BYTES,
  UPLOAD_LINK_SECONDS,
  UPLOAD_TYPES,
  type Upload,
} from "../../contract/flows/uploads.ts";
import { folderOf } from "../files/folders.ts";
import type { Caller, Deps, WithUploadForms } from "../ports.ts";
import { fileKey } from "./uploadedFile.ts";

/** Object key of an upload's file. */
export const uploadKey = (accountId: string, id: string): string => folderOf("tmp/uploads", accountId) + id;

const DAY_MS = 24 * 60 * 60 * 1_000;
const TOKEN_BYTES = 16;
const UNNAMED = "file";

/** Creates a form for uploading a list, or a file that is read like a page, once. */
export const createUpload = async (
  { uploadForms, newId, now }: Deps & WithUploadForms,
  { accountId, account }: Caller,
  { purpose, format, name = UNNAMED }: z.output<typeof CreateUpload>,
): Promise<Upload> => {
  const id = newId("upload");
  const expiresAt = new Date(now() + UPLOAD_LINK_SECONDS * 1_000).toISOString();
  const sign = (key: string, contentType: string, maxBytes: number) =>
    uploadForms.sign({ key, contentType, maxBytes, seconds: UPLOAD_LINK_SECONDS });
  if (purpose === "urls") {
    const form = await sign(uploadKey(accountId, id), UPLOAD_TYPES[format], MAX_UPLOAD_BYTES);
    return { id, ...form, maxBytes: MAX_UPLOAD_BYTES, expiresAt };
  }
  const file = { id, token: randomBytes(TOKEN_BYTES).toString("hex"), name };
  const { retentionDays } = PLANS[(await account).plan];
  const form = await sign(fileKey(accountId, file, retentionDays), FILE_TYPE, MAX_FILE_BYTES);
  const keptUntil = new Date(now() + retentionDays * DAY_MS).toISOString();
  return { id, ...form, maxBytes: MAX_FILE_BYTES, expiresAt, address: fileAddress(file), keptUntil };
};
