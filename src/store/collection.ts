/**
 * A listable kind of record: kept per account, newest first, filtered by up to two fields, with an
 * exact count for every combination of filters. One mechanism for all lists: flows, runs, keys …
 *
 * Keys: the table holds `<NAME>#<account>` / id; each combination of filters has its own index, so
 * that a list reads only what it returns. Counts change in the transaction that changes the record:
 * small ones in shards per account, those for a filter with unbounded values (the runs of a flow) in
 * one item per value.
 */
import { type CollectionSpec, collectionKeys, type Entity, type Filters } from "./collectionKeys.ts";
import { recordOf } from "./due.ts";
import { isIn } from "./partitions.ts";
import type { Condition, Item, Query, SortKeyBound, Table, Update, Write } from "./table.ts";

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

/** Every record in a range of ids, newest first. */
async function* walk<T>(
  table: Table,
  query: Pick<Query, "pk" | "index">,
  { fromId = "", belowId }: Omit<Within<T>, "matches">,
): AsyncGenerator<T> {
  for (let below = belowId; ; ) {
    const bound: SortKeyBound = below === undefined ? {} : { below };
    const items = await table.query({ ...query, ...bound, descending: true, limit: WALK_ITEMS });
    for (const item of items) {
      if (item.sk < fromId) return;
      if (isIn(item.pk, query.pk)) yield recordOf<T>(item);
    }
    if (items.length < WALK_ITEMS) return;
    below = items.at(-1)?.sk;
  }
}

export const collection = <
  T extends Entity,
  First extends keyof T & string = never,
  Second extends keyof T & string = never,
>(
  spec: CollectionSpec<T, First, Second>,
) => {
  const { key, indexKeys, counts, total, listQuery } = collectionKeys(spec);

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
        ...(extra.remove?.length && { remove: extra.remove }),
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
      const shown = items.slice(0, page.limit);
      const records = shown.filter(({ pk }) => isIn(pk, query.pk)).map((item) => recordOf<T>(item));
      const lastId = items.length > page.limit ? shown.at(-1)?.sk : undefined;
      return { records, total: matching, ...(lastId !== undefined && { lastId }) };
    },

    /** All records that match the filters, newest first. */
    all: (table: Table, accountId: string, filters: Filters<T, First, Second>): Promise<T[]> =>
      Array.fromAsync(walk<T>(table, listQuery(accountId, filters), {})),

    /**
     * One page of the records in a range that pass a test, and their total. Reads the whole range and nothing
     * outside it.
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
      for await (const record of walk<T>(table, listQuery(accountId, filters), within)) {
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
