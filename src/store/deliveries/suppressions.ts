import { createHash } from "node:crypto";
import { otherPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";

export const SUPPRESSION_REASONS = ["bounce", "complaint"] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** Hashed, so that opted-out addresses are not stored in the clear. Letter case is ignored. */
const suppressionKey = (address: string): Key => ({
  pk: otherPartition("SUPPRESSED", createHash("sha256").update(address.trim().toLowerCase()).digest("hex")),
  sk: "SUPPRESSED",
});

/** Addresses that get no more mail from any account. */
export const suppressionStore = (table: Table) => ({
  add: (address: string, reason: SuppressionReason, at: string): Write[] => [
    { kind: "put", item: { ...suppressionKey(address), reason, at } },
  ],

  /** Why the address gets no mail; null if it does. */
  async find(address: string): Promise<SuppressionReason | null> {
    const item = await table.get(suppressionKey(address));
    return item && (item.reason as SuppressionReason);
  },
});
