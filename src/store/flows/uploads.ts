import { accountPartition } from "../partitions.ts";
import type { Write } from "../table.ts";

/** Uploads that were used for a run or a flow, remembered for longer than the uploads themselves are kept. */
const REMEMBERED_MS = 7 * 24 * 60 * 60 * 1_000;

const key = (accountId: string, uploadId: string) => ({
  pk: accountPartition("UPLOADS", accountId),
  sk: uploadId,
});

export const uploadStore = {
  key,

  /** Claims an upload for a run or a flow; refused if it was used before. */
  take: (
    accountId: string,
    uploadId: string,
    by: { readonly runId: string } | { readonly flowId: string },
    nowMs: number,
  ): Write[] => [
    {
      kind: "put",
      item: { ...key(accountId, uploadId), ...by, ttl: Math.ceil((nowMs + REMEMBERED_MS) / 1_000) },
      when: { pk: { exists: false } },
    },
  ],
};
