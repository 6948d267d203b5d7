import type { Key, Table, Write } from "./table.ts";

/** What an account has used in one month. */
export interface MonthUsage {
  readonly runs: number;
  readonly pages: number;
  readonly costNanos: number;
}

const usageKey = (accountId: string, month: string): Key => ({ pk: `USAGE#${accountId}`, sk: month });

/**
 * Months as `YYYY-MM`, in UTC. One item per month and account, so that a quota is exact: the runs of an
 * account meet at its slots in any case.
 */
export const usageStore = (table: Table) => ({
  key: usageKey,

  /** The month's usage; null before the first run. */
  async get(accountId: string, month: string): Promise<MonthUsage | null> {
    const item = await table.get(usageKey(accountId, month));
    if (!item) return null;
    const { runs = 0, pages = 0, costNanos = 0 } = item as Partial<MonthUsage>;
    return { runs, pages, costNanos };
  },

  /**
   * One more run.
   *
   * @param known what was read of the month; refused where that was null and is no longer so, or
   *   where `limit` runs are used
   */
  takeRun: (accountId: string, month: string, known: MonthUsage | null, limit: number): Write[] => [
    {
      kind: "update",
      key: usageKey(accountId, month),
      add: { runs: 1 },
      when: known ? { runs: { lt: limit } } : { pk: { exists: false } },
    },
  ],

  count: (accountId: string, month: string, counts: Omit<MonthUsage, "runs">): Write[] => [
    { kind: "update", key: usageKey(accountId, month), add: { runs: 0, ...counts } },
  ],
});
