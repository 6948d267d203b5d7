import { otherPartition } from "../partitions.ts";
import type { Condition, Key, Table } from "../table.ts";

/** The deployed version of the code, and when the clock first saw it. */
export interface DeploymentRecord {
  readonly build: string;
  readonly since: string;
}

const KEY: Key = { pk: otherPartition("DEPLOYMENT", "SERVICE"), sk: "DEPLOYMENT" };

export const deploymentStore = (table: Table) => ({
  async read(): Promise<DeploymentRecord | null> {
    const item = await table.get(KEY);
    return item && { build: String(item.build), since: String(item.since) };
  },

  /** @throws {ConditionFailed} if the record is no longer `was`. */
  async replace(record: DeploymentRecord, was: DeploymentRecord | null): Promise<void> {
    const when: Condition = { build: was === null ? { exists: false } : { eq: was.build } };
    await table.update({ key: KEY, set: { ...record }, when });
  },
});
