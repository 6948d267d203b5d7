import { recordOf } from "./due.ts";
import { accountPartition } from "./partitions.ts";
import type { Key, Table, Write } from "./table.ts";

/** What the last good runs of a flow collected, in numbers. */
export interface GoodRunsRecord {
  readonly accountId: string;
  readonly flowId: string;
  /** Newest first, as JSON: the table keeps no order of fields. */
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
