import { accountPartition, otherPartition } from "../partitions.ts";
import type { Table } from "../table.ts";

/** How long windows are kept after they close. */
const KEEP_SECONDS = 60;

const count = async (table: Table, pk: string, sk: string, ttl: number): Promise<number> => {
  const key = { pk, sk };
  const item = await table.update({ key, add: { n: 1 }, set: { ttl } });
  return item.n as number;
};

/** The window of `nowMs`, and when it ends, in seconds. */
const windowOf = (nowMs: number, windowSeconds: number) => {
  const window = Math.floor(nowMs / 1000 / windowSeconds);
  return { window, endsAt: (window + 1) * windowSeconds };
};

const hitAddress = (table: Table, address: string, nowMs: number, windowSeconds: number): Promise<number> => {
  const { window, endsAt } = windowOf(nowMs, windowSeconds);
  return count(table, otherPartition("ADDRESS", address), String(window), endsAt + KEEP_SECONDS);
};

/**
 * An account's requests, counted in windows of one second. A plain counter is exact under any parallelism, and
 * conditional expressions cannot refill a token bucket.
 */
export const rateWindowStore = (table: Table) => ({
  /** Counts one request and returns the count in the window of `nowMs`. */
  hit: (accountId: string, nowMs: number): Promise<number> => {
    const second = Math.floor(nowMs / 1000);
    return count(table, accountPartition("RATE", accountId), String(second), second + KEEP_SECONDS);
  },

  /** The same for one token of a flow, in separate windows. */
  hitToken: (accountId: string, tokenId: string, nowMs: number, windowSeconds: number): Promise<number> => {
    const { window, endsAt } = windowOf(nowMs, windowSeconds);
    return count(table, accountPartition("RATE", accountId), `${tokenId}#${window}`, endsAt + KEEP_SECONDS);
  },

  /** The same for sign-in links that were asked for: from one address, or for one mailbox. */
  hitSignIn: (of: string, nowMs: number, windowSeconds: number): Promise<number> =>
    hitAddress(table, `sign-in#${of}`, nowMs, windowSeconds),

  /** The same for failed authentications from one address. */
  hitAddress: (address: string, nowMs: number, windowSeconds: number): Promise<number> =>
    hitAddress(table, address, nowMs, windowSeconds),
});
