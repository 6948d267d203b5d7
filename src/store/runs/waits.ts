import { accountPartition, otherPartition } from "../partitions.ts";
import type { Key, Table } from "../table.ts";

/** No request waits longer than one span, so all have expired by the end of the next, even if a function crashed. */
const SPAN_MS = 30_000;
const KEEP_SECONDS = 120;

interface WaitCaps {
  readonly ofAccount: number;
  readonly ofAll: number;
}

/** Requests that wait for something to finish, counted by the span in which they started. */
export const waitStore = (table: Table) => {
  const add = async (key: Key, n: number, nowMs: number): Promise<number> => {
    const item = await table.update({
      key,
      add: { n },
      set: { ttl: Math.floor(nowMs / 1000) + KEEP_SECONDS },
    });
    return item.n as number;
  };

  return {
    /** Takes one of the places. @returns releases it; null if all are taken */
    async begin(accountId: string, nowMs: number, caps: WaitCaps): Promise<(() => Promise<void>) | null> {
      const sk = `WAIT#${Math.floor(nowMs / SPAN_MS)}`;
      const taken: Key[] = [];
      const giveBack = async (): Promise<void> => {
        await Promise.all(taken.map((key) => add(key, -1, nowMs)));
      };
      const places = [
        { key: { pk: accountPartition("RATE", accountId), sk }, cap: caps.ofAccount },
        { key: { pk: otherPartition("WAITS", "ALL"), sk }, cap: caps.ofAll },
      ];
      for (const { key, cap } of places) {
        taken.push(key);
        if ((await add(key, 1, nowMs)) <= cap) continue;
        await giveBack();
        return null;
      }
      return giveBack;
    },
  };
};
