import { type PermissionPolicy, RECORD } from "../../../contract/permissions.ts";
import type { KeptPage } from "../../../domain/runs/snapshots/page.ts";
import { TargetError } from "../../../engine/egress/errors.ts";
import { type FetchFile, type FetchPage, readDocument } from "../../../engine/page/index.ts";
import { refuseReserved } from "../../../engine/permissions/index.ts";

/**
 * Returns the pages that an earlier run saved, without opening a connection. The policy is that of this run: what a page
 * permits was saved with it.
 */
export const replayPages = (
  read: (url: string) => Promise<KeptPage | null>,
  policy: PermissionPolicy = RECORD,
): { readonly fetchPage: FetchPage; readonly fetchFile: FetchFile } => {
  const fetchFile = async (address: string): Promise<KeptPage> => {
    const kept = await read(address);
    if (kept) return kept;
    throw new TargetError("target-failed", "The run did not save this page.", {
      retryable: false,
    });
  };
  return {
    fetchFile,
    fetchPage: async (address) => {
      const { url, status, html, fetchedAt, format, permissions } = await fetchFile(address);
      const document = readDocument(html, { url, format }, { status });
      return refuseReserved(policy, { url, status, html, fetchedAt, format, permissions, document });
    },
  };
};
