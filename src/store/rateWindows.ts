import { accountPartition } from "./partitions.ts";
import type { Table } from "./table.ts";

/** Windows are kept for a while after they close, then expire. */
const KEEP_SECONDS = 60;

/**
 * Requests of an account, counted in windows of one second. A plain counter, because it is exact
 * under any parallelism: conditional expressions cannot refill a bucket.
 */
export const rateWindowStore = (table: Table) => ({
  /** Counts one request and returns how many the window of `nowMs` holds now. */
  async hit(accountId: string, nowMs: number): Promise<number> {
    const second = Math.floor(nowMs / 1000);
    const item = await table.update({
      key: { pk: accountPartition("RATE", accountId), sk: String(second) },
      add: { n: 1 },
      set: { ttl: second + KEEP_SECONDS },
    });
    return item.n as number;
  },
});
