import { recordOf } from "../due.ts";
import { accountPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";

/** What the last good run of a flow knew about its selectors. */
export interface SelectorMemoryRecord {
  readonly accountId: string;
  readonly flowId: string;
  readonly runId: string;
  /** Gzipped JSON, in base64: the table does not keep the order of fields, and is priced by size. */
  readonly body: string;
}

const memoryKey = (accountId: string, flowId: string): Key => ({
  pk: accountPartition("SELECTORMEMORY", accountId),
  sk: flowId,
});

export const selectorMemoryStore = (table: Table) => ({
  async get(accountId: string, flowId: string): Promise<SelectorMemoryRecord | null> {
    const item = await table.get(memoryKey(accountId, flowId));
    return item && recordOf<SelectorMemoryRecord>(item);
  },

  put: (record: SelectorMemoryRecord): Write[] => [
    { kind: "put", item: { ...record, ...memoryKey(record.accountId, record.flowId) } },
  ],

  remove: (accountId: string, flowId: string): Write[] => [
    { kind: "remove", key: memoryKey(accountId, flowId) },
  ],
});
