import { TABLE } from "./schema.ts";
import type { Item, Key, Table } from "./table.ts";

/** The kinds of records that can come due. `tick` has one handler for each. */
export type DueKind =
  | "run"
  | "pastRun"
  | "forgottenRun"
  | "flow"
  | "flowList"
  | "event"
  | "delivery"
  | "destinationDelivery"
  | "mail"
  | "digest"
  | "change"
  | "quietChange"
  | "alert"
  | "activity"
  | "recordSet"
  | "closedAccount";

/** Partitions of the `due` index: enough to spread a busy minute. Earlier releases used the first four of them. */
export const DUE_SHARDS = 16;

/** A small stable hash (FNV-1a) that spreads ids over `shards` buckets. */
export const shardOf = (id: string, shards: number): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % shards;
};

/** Attributes that make an item due at a time. */
export const dueAttributes = (kind: DueKind, id: string, atMs: number) => ({
  duePk: `DUE#${shardOf(id, DUE_SHARDS)}`,
  dueAt: new Date(atMs).toISOString(),
  dueKind: kind,
});

/** Failed hand-overs in a row: set by `postponeDue`, ignored once the item is due at another time. */
export const dueFailuresOf = ({ dueAt, dueRetryAt, dueFailures }: Item): number =>
  dueRetryAt === dueAt ? Number(dueFailures) : 0;

/**
 * Postpones an item whose hand-over failed.
 *
 * @throws {ConditionFailed} if its due time has changed since it was read
 */
export const postponeDue = async (
  table: Table,
  item: Item,
  atMs: number,
  failures: number,
): Promise<void> => {
  const dueAt = new Date(atMs).toISOString();
  await table.update({
    key: { pk: item.pk, sk: item.sk },
    set: { dueAt, dueRetryAt: dueAt, dueFailures: failures },
    when: { dueAt: { eq: item.dueAt as string } },
  });
};

/** An item that is due at some time; null if it is gone or will never be due again. */
export const getDue = async (table: Table, key: Key): Promise<Item | null> => {
  const item = await table.get(key);
  return item?.dueAt === undefined ? null : item;
};

/** Attributes to remove from an item that will never be due again. */
export const DUE_ATTRIBUTES = ["duePk", "dueAt", "dueKind"] as const;

/**
 * Items due before `beforeMs`, oldest first within each shard; the index may lag.
 *
 * @param only the shard to read; all if absent
 */
export const listDue = async (
  table: Table,
  beforeMs: number,
  limitPerShard: number,
  only?: number,
): Promise<Item[]> => {
  const below = new Date(beforeMs).toISOString();
  const shards = only === undefined ? Array.from({ length: DUE_SHARDS }, (_, shard) => shard) : [only];
  const due = shards.map((shard) =>
    table.query({ index: "due", pk: `DUE#${shard}`, below, limit: limitPerShard }),
  );
  return (await Promise.all(due)).flat();
};

const KEY_ATTRIBUTES = [
  TABLE.partitionKey,
  TABLE.sortKey,
  TABLE.ttl,
  "pk1",
  "pk2",
  "pk3",
  ...DUE_ATTRIBUTES,
  "dueRetryAt",
  "dueFailures",
] as const;

/** The record in an item, without the table's own attributes. Only this store writes items, so it is trusted. */
export const recordOf = <T>(item: Item): T => {
  const record: Record<string, unknown> = { ...item };
  for (const name of KEY_ATTRIBUTES) delete record[name];
  return record as T;
};
