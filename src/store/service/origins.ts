import { createHash } from "node:crypto";
import { otherPartition } from "../partitions.ts";
import type { Key, Table } from "../table.ts";

/** A run that visits an origin. */
export interface OriginGuest {
  /** Identifies its account without revealing it. */
  readonly account: string;
  /** Pages that it would open at once. */
  readonly width: number;
  /** It counts as gone after this, unless it renews its presence. */
  readonly untilMs: number;
  /** Its last turn, if the origin asks for a delay. */
  readonly turnAtMs?: number | undefined;
}

/** What runs that meet at an origin know about each other. */
export interface OriginRecord {
  readonly guests: Readonly<Record<string, OriginGuest>>;
  /** When the next turn is free, if the origin asks for a delay. */
  readonly nextAtMs: number;
  /** Incremented with every change; 0 before the first. */
  readonly version: number;
}

/** How long the record outlives its last guest. */
const KEEP_SECONDS = 60;

const NOBODY: OriginRecord = { guests: {}, nextAtMs: 0, version: 0 };

const keyOf = (origin: string): Key => ({
  pk: otherPartition("ORIGIN", createHash("sha256").update(origin).digest("hex")),
  sk: "ORIGIN",
});

/** Who is visiting an origin: one small item per origin, gone when nobody does. */
export const originStore = (table: Table) => ({
  async get(origin: string): Promise<OriginRecord> {
    const item = await table.get(keyOf(origin));
    return item ? (item as unknown as OriginRecord) : NOBODY;
  },

  /** @throws ConditionFailed if the record is no longer this version */
  async replace(origin: string, { guests, nextAtMs, version }: OriginRecord): Promise<void> {
    const lastMs = Math.max(nextAtMs, ...Object.values(guests).map(({ untilMs }) => untilMs));
    const ttl = Math.ceil(lastMs / 1_000) + KEEP_SECONDS;
    const when = { version: version === 0 ? { exists: false } : { eq: version } };
    await table.update({ key: keyOf(origin), set: { guests, nextAtMs, version: version + 1, ttl }, when });
  },
});
