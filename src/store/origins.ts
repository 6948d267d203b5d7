import { createHash } from "node:crypto";
import { otherPartition } from "./partitions.ts";
import type { Key, Table } from "./table.ts";

/** A run that visits an origin. */
export interface OriginGuest {
  /** Names its account, and says nothing else of it. */
  readonly account: string;
  /** Pages that it would open at once. */
  readonly width: number;
  /** It is gone after this, unless it says again that it is there. */
  readonly untilMs: number;
  /** Its last turn, where the origin asks for a delay. */
  readonly turnAtMs?: number | undefined;
}

/** What runs that meet at an origin know of each other. */
export interface OriginRecord {
  readonly guests: Readonly<Record<string, OriginGuest>>;
  /** When the next turn is free, where the origin asks for a delay. */
  readonly nextAtMs: number;
  /** Counts changes; 0 before the first. */
  readonly version: number;
}

/** Kept after the last guest is gone. */
const KEEP_SECONDS = 60;

const NOBODY: OriginRecord = { guests: {}, nextAtMs: 0, version: 0 };

const keyOf = (origin: string): Key => ({
  pk: otherPartition("ORIGIN", createHash("sha256").update(origin).digest("hex")),
  sk: "ORIGIN",
});

/** Who visits an origin at present: one small item for each origin, gone when nobody does. */
export const originStore = (table: Table) => ({
  async get(origin: string): Promise<OriginRecord> {
    const item = await table.get(keyOf(origin));
    return item ? (item as unknown as OriginRecord) : NOBODY;
  },

  /** @throws ConditionFailed where the record is no longer the one of this version */
  async replace(origin: string, { guests, nextAtMs, version }: OriginRecord): Promise<void> {
    const lastMs = Math.max(nextAtMs, ...Object.values(guests).map(({ untilMs }) => untilMs));
    const ttl = Math.ceil(lastMs / 1_000) + KEEP_SECONDS;
    const when = { version: version === 0 ? { exists: false } : { eq: version } };
    await table.update({ key: keyOf(origin), set: { guests, nextAtMs, version: version + 1, ttl }, when });
  },
});
