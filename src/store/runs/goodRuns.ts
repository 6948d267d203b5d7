import { recordOf } from "../due.ts";
import { accountPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";

/** Statistics of a flow's last good runs. */
export interface GoodRunsRecord {
  readonly accountId: string;
  readonly flowId: string;
  /** Newest first, as JSON, because the table does not keep the order of fields. */
  readonly body: string;
}

const goodRunsKey = (accountId: string, flowId: string): Key => ({
  pk: accountPartition("GOODRUNS", accountId),
  sk: flowId,
});

export const goodRunStore = (table: Table) => ({
  async get(accountId: string, flowId: string): Promise<GoodRunsRecord | null> {
    const item = await table.get(goodRunsKey(accountId, flowId));
    return item && recordOf<GoodRunsRecord>(item);
  },

  put: (record: GoodRunsRecord): Write[] => [
    { kind: "put", item: { ...record, ...goodRunsKey(record.accountId, record.flowId) } },
  ],

  remove: (accountId: string, flowId: string): Write[] => [
    { kind: "remove", key: goodRunsKey(accountId, flowId) },
  ],
});
