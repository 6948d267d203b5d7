import { otherPartition } from "./partitions.ts";
import type { Key, Table } from "./table.ts";

const KEY: Key = { pk: otherPartition("DEPLOYMENT", "SERVICE"), sk: "CLOCK" };

/** When the clock last finished a whole round: a heartbeat. */
export const clockStore = (table: Table) => ({
  /** Null until the clock has finished its first round. */
  async lastRoundAt(): Promise<string | null> {
    const item = await table.get(KEY);
    return item && String(item.roundAt);
  },

  async noteRound(at: string): Promise<void> {
    await table.update({ key: KEY, set: { roundAt: at } });
  },
});
