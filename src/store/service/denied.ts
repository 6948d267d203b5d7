import { otherPartition } from "../partitions.ts";
import type { Table, Write } from "../table.ts";

/** A rule by which the operator denies targets. */
export interface DeniedRecord {
  readonly rule: string;
  /** For operators; callers do not see it. */
  readonly reason: string;
  readonly at: string;
}

const pk = otherPartition("DENIED", "SERVICE");

/** All rules are in one partition, which every function with an egress reads a few times a minute. */
export const deniedStore = (table: Table) => ({
  async list(): Promise<DeniedRecord[]> {
    const items = await table.query({ pk });
    return items.map(({ sk, reason, at }) => ({ rule: sk, reason: String(reason), at: String(at) }));
  },

  add: ({ rule, reason, at }: DeniedRecord): Write[] => [{ kind: "put", item: { pk, sk: rule, reason, at } }],

  remove: (rule: string): Write[] => [{ kind: "remove", key: { pk, sk: rule } }],
});
