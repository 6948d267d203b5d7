import { shardOf } from "../due.ts";
import { accountPartition } from "../partitions.ts";
import type { Item, Table, Write } from "../table.ts";

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

/** What the runs of a day add to their month. */
export interface DayUsage {
  readonly pages: number;
  /** Their cost, which releases that counted no pages here added to the month itself. */
  readonly usedNanos: number;
}

const SHARDS = 8;
const DATE_LENGTH = "YYYY-MM-DD".length;
const MONTH_LENGTH = "YYYY-MM".length;

const partition = (accountId: string) => accountPartition("DAYS", accountId);

const numberAt = (item: Item, name: string): number => (item[name] as number | undefined) ?? 0;

/**
 * Attribute of a month's usage: runs started on one of its days. They are counted there, because the start of a run changes the
 * month's usage anyway; earlier releases counted them in the day.
 */
export const runsOn = (date: string): string => `runs-${date.slice(MONTH_LENGTH + 1, DATE_LENGTH)}`;

/** Pages and cost of the runs that have ended, of those started in a month. */
export const usageOfDays = async (table: Table, accountId: string, month: string): Promise<DayUsage> => {
  const shards = await table.query({ pk: partition(accountId), prefix: month });
  const sum = (name: keyof DayUsage) => shards.reduce((total, item) => total + numberAt(item, name), 0);
  return { pages: sum("pages"), usedNanos: sum("usedNanos") };
};

/** Daily totals, updated in the same transactions as the runs; they outlive the runs. */
export const dayStore = (table: Table) => ({
  /** Adds to the day on which the run was started. */
  count: (
    run: { readonly accountId: string; readonly id: string; readonly startedAt: string },
    counts: Partial<DayCounts & DayUsage>,
  ): Write[] => {
    const date = run.startedAt.slice(0, DATE_LENGTH);
    const key = { pk: partition(run.accountId), sk: `${date}#${shardOf(run.id, SHARDS)}` };
    return [{ kind: "update", key, add: { ...counts } }];
  },

  /** Days since `firstDate` that have counts, oldest first. */
  async list(accountId: string, firstDate: string): Promise<DayRecord[]> {
    const [shards, months] = await Promise.all([
      table.query({ pk: partition(accountId), from: firstDate }),
      table.query({ pk: accountPartition("USAGE", accountId), from: firstDate.slice(0, MONTH_LENGTH) }),
    ]);
    const started = months.flatMap((item) =>
      Object.keys(item)
        .filter((name) => name.startsWith(runsOn("")))
        .map((name): [string, number] => [
          `${item.sk}-${name.slice(runsOn("").length)}`,
          numberAt(item, name),
        ]),
    );
    const runs = new Map(started.filter(([date]) => date >= firstDate));
    const days = Map.groupBy(shards, ({ sk }) => sk.slice(0, DATE_LENGTH));
    return [...new Set([...runs.keys(), ...days.keys()])].sort().map((date) => {
      const sum = (name: keyof DayCounts) =>
        (days.get(date) ?? []).reduce((total, item) => total + numberAt(item, name), 0);
      return {
        date,
        runs: sum("runs") + (runs.get(date) ?? 0),
        success: sum("success"),
        failed: sum("failed"),
        costNanos: sum("costNanos"),
        dataPoints: sum("dataPoints"),
        changes: sum("changes"),
      };
    });
  },
});
