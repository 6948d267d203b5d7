import { accountPartition } from "./partitions.ts";
import type { Table } from "./table.ts";

/** Windows are kept for a while after they close, then expire. */
const KEEP_SECONDS = 60;

const count = async (table: Table, accountId: string, sk: string, ttl: number): Promise<number> => {
  const key = { pk: accountPartition("RATE", accountId), sk };
  const item = await table.update({ key, add: { n: 1 }, set: { ttl } });
  return item.n as number;
};

/**
 * Requests of an account, counted in windows of one second. A plain counter, because it is exact
 * under any parallelism: conditional expressions cannot refill a bucket.
 */
export const rateWindowStore = (table: Table) => ({
  /** Counts one request and returns how many the window of `nowMs` holds now. */
  hit: (accountId: string, nowMs: number): Promise<number> => {
    const second = Math.floor(nowMs / 1000);
    return count(table, accountId, String(second), second + KEEP_SECONDS);
  },

  /** The same for one token of a flow, in windows of its own. */
  hitToken: (accountId: string, tokenId: string, nowMs: number, windowSeconds: number): Promise<number> => {
    const window = Math.floor(nowMs / 1000 / windowSeconds);
    const endsAt = (window + 1) * windowSeconds;
    return count(table, accountId, `${tokenId}#${window}`, endsAt + KEEP_SECONDS);
  },
});
