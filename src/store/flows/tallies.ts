import { accountPartition } from "../partitions.ts";
import { ConditionFailed, type Key, type Table, type Write } from "../table.ts";

/** What is counted against a limit. */
export type Tallied = "FLOWS" | "WEBHOOKS" | "DESTINATIONS" | "EXPORTS";

const tallyKey = (accountId: string, kind: Tallied): Key => ({
  pk: accountPartition("COUNTS", accountId),
  sk: `tally-${kind}`,
});

/**
 * How many records of a kind an account has, in one item, so that the write which adds one can be conditional on the
 * limit. List counters are sharded, and no condition spans shards. Open the tally before adding or removing a record.
 */
export const tallyStore = (table: Table) => ({
  key: tallyKey,

  /** Creates the tally if there is none yet: older accounts lack it. `count` returns the initial value. */
  async open(accountId: string, kind: Tallied, count: () => Promise<number>): Promise<void> {
    const key = tallyKey(accountId, kind);
    if (await table.get(key)) return;
    try {
      await table.transact([
        { kind: "put", item: { ...key, used: await count() }, when: { pk: { exists: false } } },
      ]);
    } catch (error) {
      // Another request has just created it.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  },

  /** Counts one more; refused if there are `limit`. */
  take: (accountId: string, kind: Tallied, limit: number): Write[] => [
    { kind: "update", key: tallyKey(accountId, kind), add: { used: 1 }, when: { used: { lt: limit } } },
  ],

  /** Counts one fewer. */
  giveBack: (accountId: string, kind: Tallied): Write[] => [
    { kind: "update", key: tallyKey(accountId, kind), add: { used: -1 }, when: { used: { gte: 1 } } },
  ],
});
