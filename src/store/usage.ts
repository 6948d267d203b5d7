import { accountPartition } from "./partitions.ts";
import type { Key, Table, Write } from "./table.ts";

/** What an account has used in one month. */
export interface MonthUsage {
  readonly runs: number;
  readonly pages: number;
  readonly costNanos: number;
  /** Mails requested with POST /email. */
  readonly emails: number;
}

const usageKey = (accountId: string, month: string): Key => ({
  pk: accountPartition("USAGE", accountId),
  sk: month,
});

/**
 * Months as `YYYY-MM`, in UTC. One item per month and account, so that a quota is exact; the account's runs contend for
 * its slots anyway.
 */
export const usageStore = (table: Table) => ({
  key: usageKey,

  /** The month's usage; null before the first run. */
  async get(accountId: string, month: string): Promise<MonthUsage | null> {
    const item = await table.get(usageKey(accountId, month));
    if (!item) return null;
    const { runs = 0, pages = 0, costNanos = 0, emails = 0 } = item as Partial<MonthUsage>;
    return { runs, pages, costNanos, emails };
  },

  /**
   * One more run.
   *
   * @param known what was read of the month; refused where it had no run and now has, or where `limit`
   *   runs are used
   */
  takeRun: (accountId: string, month: string, known: MonthUsage | null, limit: number): Write[] => [
    {
      kind: "update",
      key: usageKey(accountId, month),
      add: { runs: 1 },
      // A mail may have created the month, which then has no runs.
      when: { runs: known && known.runs > 0 ? { lt: limit } : { exists: false } },
    },
  ],

  /**
   * Counts a mail, or takes one back that was not sent.
   *
   * @returns the mails counted then. Who counts first and gives back what is above the limit never passes it.
   */
  async countEmail(accountId: string, month: string, by: 1 | -1): Promise<number> {
    const item = await table.update({ key: usageKey(accountId, month), add: { emails: by } });
    return item.emails as number;
  },

  count: (accountId: string, month: string, counts: Pick<MonthUsage, "pages" | "costNanos">): Write[] => [
    { kind: "update", key: usageKey(accountId, month), add: { ...counts } },
  ],
});
