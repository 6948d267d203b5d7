/**
 * A listable kind of record: kept per account, newest first, filtered by up to two fields, with an
 * exact count for every combination of filters. One mechanism for all lists: flows, runs, keys …
 *
 * Keys: the table holds `<NAME>#<account>` / id; each combination of filters has an index of its
 * own, so that no list reads what it does not return. Counts change in the transaction that changes
 * the record: small ones in shards per account, those by a filter of unbounded values (the runs of a
 * flow) in one item per value.
 */
import { recordOf, shardOf } from "./due.ts";
import { type AccountKind, accountPartition } from "./partitions.ts";
import type { IndexName } from "./schema.ts";
import type { Condition, Item, Key, SortKeyBound, Table, Update, Write } from "./table.ts";

/** Shards of an account's counters, chosen by record id, so that parallel writes seldom conflict. */
const COUNTER_SHARDS = 8;

interface Entity {
  readonly accountId: string;
  readonly id: string;
}

interface CollectionSpec<T, First extends string, Second extends string> {
  readonly name: AccountKind;
  /**
   * The field that selects the counter shard (default: the id). Records written together share a counter if they agree
   * on it.
   */
  readonly shardBy?: keyof T & string;
  readonly first?: First;
  readonly second?: Second;
  /** The first filter has any number of values (such as a flow's id): each value has counters of its own. */
  readonly firstIsUnbounded?: boolean;
}

type Filters<T, First extends keyof T, Second extends keyof T> = {
  readonly [F in First | Second]?: T[F] | undefined;
};

export interface ListPage<T> {
  readonly records: T[];
  readonly total: number;
  /** Id of the last record on the page, if there are more. */
  readonly lastId?: string;
}

/** Selects the records of a list by a range of ids and a test. */
export interface Within<T> {
  /** The first id of the range. */
  readonly fromId?: string | undefined;
  /** The first id after the range. */
  readonly belowId?: string | undefined;
  readonly matches: (record: T) => boolean;
}

/** Items per query while a range is read. */
const WALK_ITEMS = 500;

const SHARD_PREFIX = "shard-";

export const collection = <
  T extends Entity,
  First extends keyof T & string = never,
  Second extends keyof T & string = never,
>(
  spec: CollectionSpec<T, First, Second>,
) => {
  const { name, first, second, firstIsUnbounded = false, shardBy = "id" } = spec;
  const partition = (accountId: string) => accountPartition(name, accountId);
  const key = (accountId: string, id: string): Key => ({ pk: partition(accountId), sk: id });
  const tag = (field: string, value: unknown) => `#${field}=${String(value)}`;

  /** Index keys of a record, from its filter fields. */
  const indexKeys = (record: T) => {
    const pk = partition(record.accountId);
    const firstTag = first && tag(first, record[first]);
    const secondTag = second && tag(second, record[second]);
    return {
      ...(firstTag && { pk1: pk + firstTag }),
      ...(secondTag && { pk2: pk + secondTag }),
      ...(firstTag && secondTag && { pk3: pk + firstTag + secondTag }),
    };
  };

  /** Counter changes for a record that is added (`by` 1) or removed (`by` -1). */
  const counts = (record: T, by: 1 | -1): Update[] => {
    const firstTag = first && tag(first, record[first]);
    const secondTag = second && tag(second, record[second]);
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
  };

  const total = async (table: Table, accountId: string, filters: Filters<T, First, Second>) => {
    const firstTag = first && filters[first] !== undefined ? tag(first, filters[first]) : "";
    const secondTag = second && filters[second] !== undefined ? tag(second, filters[second]) : "";
    if (firstTag && firstIsUnbounded) {
      const item = await table.get(valueCountersKey(accountId, name + firstTag));
      return numberAt(item, firstTag + secondTag);
    }
    const shards = await table.query({ pk: countersPartition(accountId), prefix: SHARD_PREFIX });
    return shards.reduce((sum, shard) => sum + numberAt(shard, name + firstTag + secondTag), 0);
  };

  const listQuery = (accountId: string, filters: Filters<T, First, Second>) => {
    const pk = partition(accountId);
    const byFirst = first !== undefined && filters[first] !== undefined;
    const bySecond = second !== undefined && filters[second] !== undefined;
    const tags = (byFirst ? tag(first, filters[first]) : "") + (bySecond ? tag(second, filters[second]) : "");
    const index: IndexName | undefined =
      byFirst && bySecond ? "byBoth" : byFirst ? "byFirst" : bySecond ? "bySecond" : undefined;
    return { pk: pk + tags, ...(index && { index }) };
  };

  /** Every record in a range of ids, newest first. */
  async function* walk(
    table: Table,
    query: ReturnType<typeof listQuery>,
    { fromId = "", belowId }: Omit<Within<T>, "matches">,
  ): AsyncGenerator<T> {
    for (let below = belowId; ; ) {
      const bound: SortKeyBound = below === undefined ? {} : { below };
      const items = await table.query({ ...query, ...bound, descending: true, limit: WALK_ITEMS });
      for (const item of items) {
        if (item.sk < fromId) return;
        yield recordOf<T>(item);
      }
      if (items.length < WALK_ITEMS) return;
      below = items.at(-1)?.sk;
    }
  }

  return {
    key,

    /** Writes that add a new record. `extra` attributes are stored beside it. */
    insert: (record: T, extra: Record<string, unknown> = {}): Write[] => {
      const item: Item = Object.assign(
        {},
        record,
        indexKeys(record),
        extra,
        key(record.accountId, record.id),
      );
      return [{ kind: "put", item, when: { pk: { exists: false } } }, ...counts(record, 1)];
    },

    /** Writes that change a record. `when` must cover whatever `patch` depends on. */
    change: (
      before: T,
      patch: Partial<T>,
      when: Condition,
      extra: { set?: Record<string, unknown>; remove?: readonly string[] } = {},
    ): Write[] => {
      const after = { ...before, ...patch };
      const update: Update = {
        kind: "update",
        key: key(before.accountId, before.id),
        set: { ...patch, ...indexKeys(after), ...extra.set },
        ...(extra.remove && { remove: extra.remove }),
        when,
      };
      return [update, ...counts(before, -1), ...counts(after, 1)];
    },

    /** Writes that remove a record. */
    remove: (record: T, when: Condition): Write[] => [
      { kind: "remove", key: key(record.accountId, record.id), when },
      ...counts(record, -1),
    ],

    async get(table: Table, accountId: string, id: string): Promise<T | null> {
      const item = await table.get(key(accountId, id));
      return item && recordOf<T>(item);
    },

    /** One page and the total of all matches, in one round trip. */
    async list(
      table: Table,
      accountId: string,
      filters: Filters<T, First, Second>,
      page: { limit: number; afterId?: string | undefined },
    ): Promise<ListPage<T>> {
      const bound: SortKeyBound = page.afterId === undefined ? {} : { below: page.afterId };
      const query = { ...listQuery(accountId, filters), ...bound, descending: true, limit: page.limit + 1 };
      const [items, matching] = await Promise.all([table.query(query), total(table, accountId, filters)]);
      const records = items.slice(0, page.limit).map((item) => recordOf<T>(item));
      const lastId = items.length > page.limit ? records.at(-1)?.id : undefined;
      return { records, total: matching, ...(lastId !== undefined && { lastId }) };
    },

    /** Every record that the filters match, newest first. */
    all: (table: Table, accountId: string, filters: Filters<T, First, Second>): Promise<T[]> =>
      Array.fromAsync(walk(table, listQuery(accountId, filters), {})),

    /**
     * One page of the records in a range that pass a test, and the total of those that do. Reads the whole range and
     * nothing outside it.
     */
    async listWithin(
      table: Table,
      accountId: string,
      filters: Filters<T, First, Second>,
      within: Within<T>,
      page: { limit: number; afterId?: string | undefined },
    ): Promise<ListPage<T>> {
      const records: T[] = [];
      let matching = 0;
      for await (const record of walk(table, listQuery(accountId, filters), within)) {
        if (!within.matches(record)) continue;
        matching += 1;
        const isOnPage = page.afterId === undefined || record.id < page.afterId;
        if (isOnPage && records.length <= page.limit) records.push(record);
      }
      const lastId = records.length > page.limit ? records[page.limit - 1]?.id : undefined;
      return {
        records: records.slice(0, page.limit),
        total: matching,
        ...(lastId !== undefined && { lastId }),
      };
    },

    total,
  };
};

const countersPartition = (accountId: string) => accountPartition("COUNTS", accountId);
const countersKey = (accountId: string, shard: number): Key => ({
  pk: countersPartition(accountId),
  sk: `${SHARD_PREFIX}${shard}`,
});
const valueCountersKey = (accountId: string, value: string): Key => ({
  pk: countersPartition(accountId),
  sk: value,
});

const numberAt = (item: Item | null, attribute: string): number => {
  const value = item?.[attribute];
  return typeof value === "number" ? value : 0;
};
