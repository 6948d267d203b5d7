/** Uploaded files that are read like pages. */
import { MAX_FILE_BYTES, readFileAddress, type UploadedFileName } from "../../contract/flows/uploads.ts";
import { keptFolderOf, RETENTIONS } from "../files/folders.ts";
import type { WithUploadedFiles } from "../ports.ts";

/** Object key of a file, which the object store deletes after `retentionDays`. */
export const fileKey = (
  accountId: string,
  { id, token }: Pick<UploadedFileName, "id" | "token">,
  retentionDays: number,
): string => `${keptFolderOf("uploads", retentionDays, accountId)}${id}-${token}`;

/**
 * The bytes of the account's file at an address.
 *
 * @returns null if the account has no such file, or no longer
 */
export type ReadFile = (address: string) => Promise<Buffer | null>;

export const readFilesOf =
  ({ uploadedFiles }: WithUploadedFiles, accountId: string): ReadFile =>
  async (address) => {
    const file = readFileAddress(address);
    if (file === null) return null;
    // The plan may have changed since.
    for (const days of RETENTIONS) {
      const bytes = await uploadedFiles.getRange(fileKey(accountId, file, days), 0, MAX_FILE_BYTES + 1);
      if (bytes !== null) return bytes;
    }
    return null;
  };
