/** Keys of a collection's records, indexes and counters. */
import { shardOf } from "./due.ts";
import { type AccountKind, accountPartition } from "./partitions.ts";
import type { IndexName } from "./schema.ts";
import type { Item, Key, Table, Update } from "./table.ts";

/** Shards of an account's counters, chosen by record id, so that parallel writes seldom conflict. */
const COUNTER_SHARDS = 8;
const SHARD_PREFIX = "shard-";

export interface Entity {
  readonly accountId: string;
  readonly id: string;
}

export interface CollectionSpec<T, First extends string, Second extends string> {
  readonly name: AccountKind;
  /**
   * The field that selects the counter shard (default: the id). Records with the same value share a counter, which
   * suits records that are written together.
   */
  readonly shardBy?: keyof T & string;
  readonly first?: First;
  readonly second?: Second;
  /** The first filter has any number of values (such as a flow's id): each value has its own counters. */
  readonly firstIsUnbounded?: boolean;
}

export type Filters<T, First extends keyof T, Second extends keyof T> = {
  readonly [F in First | Second]?: T[F] | undefined;
};

const tag = (field: string, value: unknown) => `#${field}=${String(value)}`;

const countersPartition = (accountId: string) => accountPartition("COUNTS", accountId);
const countersKey = (accountId: string, shard: number): Key => ({
  pk: countersPartition(accountId),
  sk: `${SHARD_PREFIX}${shard}`,
});
const valueCountersKey = (accountId: string, value: string): Key => ({
  pk: countersPartition(accountId),
  sk: value,
});

/** The counters of the records whose first filter, an unbounded one, has this value. */
export const countersOfValue = (accountId: string, name: AccountKind, field: string, value: string): Key =>
  valueCountersKey(accountId, `${name}${tag(field, value)}`);

const numberAt = (item: Item | null, attribute: string): number => {
  const value = item?.[attribute];
  return typeof value === "number" ? value : 0;
};

export const collectionKeys = <
  T extends Entity,
  First extends keyof T & string = never,
  Second extends keyof T & string = never,
>({
  name,
  first,
  second,
  firstIsUnbounded = false,
  shardBy = "id",
}: CollectionSpec<T, First, Second>) => {
  const partition = (accountId: string) => accountPartition(name, accountId);

  /** The filter parts of a key; empty for a filter that is not set. */
  const tagsOf = (filters: Filters<T, First, Second>) => ({
    firstTag: first && filters[first] !== undefined ? tag(first, filters[first]) : "",
    secondTag: second && filters[second] !== undefined ? tag(second, filters[second]) : "",
  });

  const tagsOfRecord = (record: T) => ({
    firstTag: first && tag(first, record[first]),
    secondTag: second && tag(second, record[second]),
  });

  return {
    key: (accountId: string, id: string): Key => ({ pk: partition(accountId), sk: id }),

    /** Index keys of a record, from its filter fields. */
    indexKeys(record: T) {
      const pk = partition(record.accountId);
      const { firstTag, secondTag } = tagsOfRecord(record);
      return {
        ...(firstTag && { pk1: pk + firstTag }),
        ...(secondTag && { pk2: pk + secondTag }),
        ...(firstTag && secondTag && { pk3: pk + firstTag + secondTag }),
      };
    },

    /** Counter changes for a record that is added (`by` 1) or removed (`by` -1). */
    counts(record: T, by: 1 | -1): Update[] {
      const { firstTag, secondTag } = tagsOfRecord(record);
      const shared = { [name]: by, ...(secondTag && { [name + secondTag]: by }) };
      const shard: Key = countersKey(record.accountId, shardOf(String(record[shardBy]), COUNTER_SHARDS));
      if (!firstTag) return [{ kind: "update", key: shard, add: shared }];
      const ofFirst = { [firstTag]: by, ...(secondTag && { [firstTag + secondTag]: by }) };
      if (!firstIsUnbounded) {
        const prefixed = Object.fromEntries(Object.entries(ofFirst).map(([tags, n]) => [name + tags, n]));
        return [{ kind: "update", key: shard, add: { ...shared, ...prefixed } }];
      }
      return [
        { kind: "update", key: shard, add: shared },
        { kind: "update", key: valueCountersKey(record.accountId, name + firstTag), add: ofFirst },
      ];
    },

    /** Number of records that match the filters. */
    async total(table: Table, accountId: string, filters: Filters<T, First, Second>): Promise<number> {
      const { firstTag, secondTag } = tagsOf(filters);
      if (firstTag && firstIsUnbounded) {
        const item = await table.get(valueCountersKey(accountId, name + firstTag));
        return numberAt(item, firstTag + secondTag);
      }
      const shards = await table.query({ pk: countersPartition(accountId), prefix: SHARD_PREFIX });
      return shards.reduce((sum, shard) => sum + numberAt(shard, name + firstTag + secondTag), 0);
    },

    /** Partition and index of the records that match the filters. */
    listQuery(accountId: string, filters: Filters<T, First, Second>): { pk: string; index?: IndexName } {
      const { firstTag, secondTag } = tagsOf(filters);
      const pk = partition(accountId) + firstTag + secondTag;
      if (firstTag && secondTag) return { pk, index: "byBoth" };
      if (firstTag) return { pk, index: "byFirst" };
      return secondTag ? { pk, index: "bySecond" } : { pk };
    },
  };
};
