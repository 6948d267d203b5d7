import { accountPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";
import { runsOn, usageOfDays } from "./days.ts";

/** What an account has used in one month. */
export interface MonthUsage {
  readonly runs: number;
  readonly pages: number;
  readonly costNanos: number;
  /** Mails requested with POST /email. */
  readonly emails: number;
  /** Searches that a search engine has answered. */
  readonly searches: number;
}

export const usageKey = (accountId: string, month: string): Key => ({
  pk: accountPartition("USAGE", accountId),
  sk: month,
});

/**
 * Months as `YYYY-MM`, in UTC. One item per month and account, so that a quota is exact; the account's runs contend for
 * its slots anyway. Pages and cost of its runs are counted with their days, which the end of a run changes anyway; in the month
 * are those of previews and of requests, and those that earlier releases counted.
 */
export const usageStore = (table: Table) => ({
  key: usageKey,

  /** The month's usage; null before the first run. */
  async get(accountId: string, month: string): Promise<MonthUsage | null> {
    const [item, ofDays] = await Promise.all([
      table.get(usageKey(accountId, month)),
      usageOfDays(table, accountId, month),
    ]);
    if (!item) return null;
    const { runs = 0, pages = 0, costNanos = 0, emails = 0, searches = 0 } = item as Partial<MonthUsage>;
    const used = { pages: pages + ofDays.pages, costNanos: costNanos + ofDays.usedNanos };
    return { runs, ...used, emails, searches };
  },

  /** How many runs were started in the month: one read, where `get` takes more. */
  async countRuns(accountId: string, month: string): Promise<number> {
    const { runs = 0 } = ((await table.get(usageKey(accountId, month))) ?? {}) as Partial<MonthUsage>;
    return runs;
  },

  /**
   * Counts one more run; refused if `limit` runs are used, or if the month had none when read and has one now.
   *
   * @param known the month's runs as read
   * @param startedAt when it was started, if it counts on its day
   */
  takeRun: (accountId: string, month: string, known: number, limit: number, startedAt?: string): Write[] => [
    {
      kind: "update",
      key: usageKey(accountId, month),
      add: { runs: 1, ...(startedAt !== undefined && { [runsOn(startedAt)]: 1 }) },
      // A mail may have created the month, which then has no runs.
      when: { runs: known > 0 ? { lt: limit } : { exists: false } },
    },
  ],

  /**
   * Counts a mail or a search, or takes back one that failed.
   *
   * @returns the new count. Callers that count first and take back what exceeds the limit never exceed it.
   */
  async countOne(accountId: string, month: string, of: "emails" | "searches", by: 1 | -1): Promise<number> {
    const item = await table.update({ key: usageKey(accountId, month), add: { [of]: by } });
    return item[of] as number;
  },

  count: (accountId: string, month: string, counts: Pick<MonthUsage, "pages" | "costNanos">): Write[] => [
    { kind: "update", key: usageKey(accountId, month), add: { ...counts } },
  ],
});
