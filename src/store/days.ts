import { shardOf } from "./due.ts";
import { accountPartition } from "./partitions.ts";
import type { Table, Write } from "./table.ts";

/** One UTC day's counters, for the runs started on it. */
export interface DayCounts {
  readonly runs: number;
  readonly success: number;
  readonly failed: number;
  readonly costNanos: number;
  readonly dataPoints: number;
  /** Runs that found changes. */
  readonly changes: number;
}

export interface DayRecord extends DayCounts {
  /** `YYYY-MM-DD` */
  readonly date: string;
}

const SHARDS = 8;
const DATE_LENGTH = 10;

const partition = (accountId: string) => accountPartition("DAYS", accountId);

/** Daily totals, updated in the same transactions as the runs; they outlive the runs. */
export const dayStore = (table: Table) => ({
  /** Adds to the day on which the run was started. */
  count: (
    run: { readonly accountId: string; readonly id: string; readonly startedAt: string },
    counts: Partial<DayCounts>,
  ): Write[] => {
    const date = run.startedAt.slice(0, DATE_LENGTH);
    const key = { pk: partition(run.accountId), sk: `${date}#${shardOf(run.id, SHARDS)}` };
    return [{ kind: "update", key, add: { ...counts } }];
  },

  /** Days since `firstDate` that have counts, oldest first. */
  async list(accountId: string, firstDate: string): Promise<DayRecord[]> {
    const shards = await table.query({ pk: partition(accountId), from: firstDate });
    const days = Map.groupBy(shards, ({ sk }) => sk.slice(0, DATE_LENGTH));
    return [...days].map(([date, items]) => {
      const sum = (name: keyof DayCounts) =>
        items.reduce((total, item) => total + ((item[name] as number | undefined) ?? 0), 0);
      return {
        date,
        runs: sum("runs"),
        success: sum("success"),
        failed: sum("failed"),
        costNanos: sum("costNanos"),
        dataPoints: sum("dataPoints"),
        changes: sum("changes"),
      };
    });
  },
});
