import { accountPartition } from "./partitions.ts";
import { ConditionFailed, type Key, type Table, type Write } from "./table.ts";

/** What is counted against a limit. */
export type Tallied = "FLOWS" | "WEBHOOKS";

const tallyKey = (accountId: string, kind: Tallied): Key => ({
  pk: accountPartition("COUNTS", accountId),
  sk: `tally-${kind}`,
});

/**
 * How many records of a kind an account has, in one item, so that a limit is a condition of the write that adds one:
 * lists count in shards, which no condition spans. Whoever adds or removes a record opens its tally first.
 */
export const tallyStore = (table: Table) => ({
  key: tallyKey,

  /** Makes the tally where there is none yet: accounts are older than it. `count` gives what there is. */
  async open(accountId: string, kind: Tallied, count: () => Promise<number>): Promise<void> {
    const key = tallyKey(accountId, kind);
    if (await table.get(key)) return;
    try {
      await table.transact([
        { kind: "put", item: { ...key, used: await count() }, when: { pk: { exists: false } } },
      ]);
    } catch (error) {
      // Another request has just opened it.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  },

  /** Counts one more; refused where there are `limit`. */
  take: (accountId: string, kind: Tallied, limit: number): Write[] => [
    { kind: "update", key: tallyKey(accountId, kind), add: { used: 1 }, when: { used: { lt: limit } } },
  ],

  /** Counts one less. */
  giveBack: (accountId: string, kind: Tallied): Write[] => [
    { kind: "update", key: tallyKey(accountId, kind), add: { used: -1 }, when: { used: { gte: 1 } } },
  ],
});
