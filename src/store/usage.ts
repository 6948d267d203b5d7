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
   * Counts one more run; refused if `limit` runs are used, or if the month had none when read and has one now.
   *
   * @param known the month's usage as read
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
   * Counts a mail, or takes back one that was not sent.
   *
   * @returns the new count. Callers that count first and take back what exceeds the limit never exceed it.
   */
  async countEmail(accountId: string, month: string, by: 1 | -1): Promise<number> {
    const item = await table.update({ key: usageKey(accountId, month), add: { emails: by } });
    return item.emails as number;
  },

  count: (accountId: string, month: string, counts: Pick<MonthUsage, "pages" | "costNanos">): Write[] => [
    { kind: "update", key: usageKey(accountId, month), add: { ...counts } },
  ],
});
