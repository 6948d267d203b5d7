import { LEAST_DUE_PARTITIONS } from "../contract/due.ts";
import { TABLE } from "./schema.ts";
import type { Item, Key, Table, Update, Write } from "./table.ts";

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
  | "export"
  | "mail"
  | "digest"
  | "change"
  | "quietChange"
  | "alert"
  | "activity"
  | "recordSet"
  | "closedAccount";

/** What an item's id decides between: enough to spread a busy minute. Earlier releases used the first four of them. */
const DUE_SHARDS = LEAST_DUE_PARTITIONS;

/** A small stable hash (FNV-1a). */
const hashOf = (id: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return hash >>> 0;
};

/** Spreads ids over `shards` buckets. */
export const shardOf = (id: string, shards: number): number => hashOf(id) % shards;

const partitionAt = (number: number): string => `DUE#${number}`;

/** Attributes that make an item due at a time. */
export const dueAttributes = (kind: DueKind, id: string, atMs: number) => ({
  duePk: partitionAt(shardOf(id, DUE_SHARDS)),
  dueAt: new Date(atMs).toISOString(),
  dueKind: kind,
});

const numberOf = (duePk: unknown): number => Number(String(duePk).split("#")[1]);

/**
 * The partition for an item: one of those that its shard is divided into, by the item's key. The shard is the rest of its number,
 * whatever their number is.
 */
const partitionOf = (duePk: unknown, { sk }: Key, partitions: number): string => {
  const shard = numberOf(duePk) % DUE_SHARDS;
  // Other bits of the hash than those that decided the shard, where the key is the id.
  const part = (hashOf(sk) >>> 16) % (partitions / DUE_SHARDS);
  return partitionAt(shard + DUE_SHARDS * part);
};

const withPartition = <T extends Readonly<Record<string, unknown>>>(
  values: T,
  key: Key,
  partitions: number,
): T =>
  values.duePk === undefined ? values : { ...values, duePk: partitionOf(values.duePk, key, partitions) };

/** A table in which items come due in that many partitions. */
export const spreadDue = (table: Table, partitions: number): Table => {
  if (partitions === DUE_SHARDS) return table;
  const spread = <T extends Omit<Update, "kind">>(update: T): T =>
    update.set ? { ...update, set: withPartition(update.set, update.key, partitions) } : update;
  const place = (write: Write): Write => {
    if (write.kind === "put") return { ...write, item: withPartition(write.item, write.item, partitions) };
    return write.kind === "update" ? spread(write) : write;
  };
  return {
    get: (key) => table.get(key),
    query: (query) => table.query(query),
    update: (update) => table.update(spread(update)),
    transact: (writes) => table.transact(writes.map(place)),
  };
};

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
 * Items due before `beforeMs`, oldest first; the index may lag.
 *
 * @param partition its number
 */
export const listDue = (table: Table, beforeMs: number, limit: number, partition: number): Promise<Item[]> =>
  table.query({ index: "due", pk: partitionAt(partition), below: new Date(beforeMs).toISOString(), limit });

/**
 * Moves an item from a partition that is no longer written to.
 *
 * @param partitions how many are
 * @throws {ConditionFailed} if it is due at another time, or in another partition, than when it was read
 */
export const moveDue = async (table: Table, item: Item, partitions: number): Promise<void> => {
  const { pk, sk, dueAt, duePk } = item;
  await table.update({
    key: { pk, sk },
    set: { duePk: partitionOf(duePk, item, partitions) },
    when: { dueAt: { eq: dueAt as string }, duePk: { eq: duePk as string } },
  });
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
