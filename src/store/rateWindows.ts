import { accountPartition } from "./partitions.ts";
import type { Table } from "./table.ts";

/** How long windows are kept after they close. */
const KEEP_SECONDS = 60;

const count = async (table: Table, accountId: string, sk: string, ttl: number): Promise<number> => {
  const key = { pk: accountPartition("RATE", accountId), sk };
  const item = await table.update({ key, add: { n: 1 }, set: { ttl } });
  return item.n as number;
};

/**
 * An account's requests, counted in windows of one second. A plain counter is exact under any parallelism, and
 * conditional expressions cannot refill a token bucket.
 */
export const rateWindowStore = (table: Table) => ({
  /** Counts one request and returns the count in the window of `nowMs`. */
  hit: (accountId: string, nowMs: number): Promise<number> => {
    const second = Math.floor(nowMs / 1000);
    return count(table, accountId, String(second), second + KEEP_SECONDS);
  },

  /** The same for one token of a flow, in separate windows. */
  hitToken: (accountId: string, tokenId: string, nowMs: number, windowSeconds: number): Promise<number> => {
    const window = Math.floor(nowMs / 1000 / windowSeconds);
    const endsAt = (window + 1) * windowSeconds;
    return count(table, accountId, `${tokenId}#${window}`, endsAt + KEEP_SECONDS);
  },
});
