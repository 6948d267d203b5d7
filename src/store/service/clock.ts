import { otherPartition } from "../partitions.ts";
import type { Key, Table } from "../table.ts";

const KEY: Key = { pk: otherPartition("DEPLOYMENT", "SERVICE"), sk: "CLOCK" };

/** When the clock last finished a whole round: a heartbeat. And what it has to look at. */
export const clockStore = (table: Table) => ({
  /**
   * Notes how many partitions the index of what is due has.
   * @returns the most that it ever had, in all of which something may be due
   */
  async notePartitions(partitions: number): Promise<number> {
    const item = await table.get(KEY);
    const most = Math.max(partitions, Number(item?.duePartitions ?? 0));
    if (item?.duePartitions !== most) await table.update({ key: KEY, set: { duePartitions: most } });
    return most;
  },

  /** Null until the clock has finished its first round. */
  async lastRoundAt(): Promise<string | null> {
    const item = await table.get(KEY);
    return item?.roundAt === undefined ? null : String(item.roundAt);
  },

  async noteRound(at: string): Promise<void> {
    await table.update({ key: KEY, set: { roundAt: at } });
  },
});
