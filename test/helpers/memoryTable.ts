/**
 * The table port in memory, for tests that need thousands of tables or a faulty one. It behaves like DynamoDB: the
 * store's tests run on both.
 */

import {
  afterWrite,
  allHold,
  changedBy,
  checkCount,
  checkSize,
  keyOf,
  updated,
} from "../../src/store/embedded/semantics.ts";
import { INDEXES, type IndexName, TABLE } from "../../src/store/schema.ts";
import {
  ConditionFailed,
  type Item,
  type Key,
  mergeWrites,
  type Query,
  type Table,
} from "../../src/store/table.ts";
import { createSortedItems, type SortedItems } from "./sortedItems.ts";

export interface MemoryTable extends Table {
  /** Everything it contains. */
  readonly all: () => Item[];
  /** The item itself, which is replaced and never changed. */
  readonly peek: (key: Key) => Item | undefined;
}

interface MemoryTableOptions {
  /** When a write reaches the indexes (default: at once); in call order for each item. */
  readonly indexLater?: (key: Key, apply: () => void) => void;
}

const INDEX_NAMES = Object.keys(INDEXES) as IndexName[];

/** Copies an item without undefined values, as the SDK's marshaller does. */
const copyOf = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (typeof value !== "object" || value === null) return value;
  const copied: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) if (inner !== undefined) copied[name] = copyOf(inner);
  return copied as T;
};

export const createMemoryTable = ({
  indexLater = (_key, apply) => apply(),
}: MemoryTableOptions = {}): MemoryTable => {
  const partitions = new Map<string, SortedItems>();
  const indexes = new Map<IndexName, Map<string, SortedItems>>(INDEX_NAMES.map((name) => [name, new Map()]));
  /** Each index's entry for an item, so that the next write can remove it. */
  const indexed = new Map<string, Item>();

  const partitionOf = (within: Map<string, SortedItems>, pk: string): SortedItems => {
    const known = within.get(pk);
    if (known) return known;
    const made = createSortedItems();
    within.set(pk, made);
    return made;
  };

  const read = ({ pk, sk }: Key): Item | undefined => partitions.get(pk)?.get(sk);

  const placeIn = (name: IndexName, item: Item): { partition: string; sort: string } | null => {
    const { partitionKey, sortKey } = INDEXES[name];
    const [partition, sort] = [item[partitionKey], item[sortKey]];
    return typeof partition === "string" && typeof sort === "string" ? { partition, sort } : null;
  };

  const index = (key: Key, after: Item | undefined): void => {
    const id = `${key.pk}\n${key.sk}`;
    const before = indexed.get(id);
    for (const name of INDEX_NAMES) {
      const within = indexes.get(name) ?? new Map<string, SortedItems>();
      const [old, fresh] = [before, after].map((item) => (item ? placeIn(name, item) : null));
      if (old) within.get(old.partition)?.remove(`${old.sort}\n${id}`);
      if (fresh && after) partitionOf(within, fresh.partition).set(`${fresh.sort}\n${id}`, after);
    }
    if (after) indexed.set(id, after);
    else indexed.delete(id);
  };

  const apply = (key: Key, after: Item | undefined): void => {
    if (after) partitionOf(partitions, key.pk).set(key.sk, after);
    else partitions.get(key.pk)?.remove(key.sk);
    indexLater(key, () => index(key, after));
  };

  return {
    peek: read,

    all: () => [...partitions.values()].flatMap((partition) => copyOf(partition.list())),

    async get(key) {
      const item = read(key);
      return item ? copyOf(item) : null;
    },

    async query(query) {
      const within = query.index ? indexes.get(query.index) : partitions;
      const found = within?.get(query.pk);
      return found ? copyOf(selectItems(found, query)) : [];
    },

    async update(update) {
      const before = read(update.key);
      if (!allHold(before, update.when)) throw new ConditionFailed([update.key]);
      const after = copyOf(updated(before, update));
      checkSize(update.key, JSON.stringify(after));
      apply(update.key, after);
      return copyOf(changedBy(update, after));
    },

    async transact(writes) {
      const merged = mergeWrites(writes);
      checkCount(merged);
      const refused = merged.filter((write) => !allHold(read(keyOf(write)), write.when));
      if (refused.length > 0) throw new ConditionFailed(refused.map(keyOf));
      const changes = merged
        .filter(({ kind }) => kind !== "check")
        .map((write) => ({ key: keyOf(write), after: copyOf(afterWrite(write, read(keyOf(write)))) }));
      for (const { key, after } of changes) if (after) checkSize(key, JSON.stringify(after));
      for (const { key, after } of changes) apply(key, after);
    },
  };
};

const selectItems = (items: SortedItems, query: Query): Item[] => {
  const { index, prefix, from, below, descending = false, limit = Number.POSITIVE_INFINITY } = query;
  const sortKey = index ? INDEXES[index].sortKey : TABLE.sortKey;
  const fits = (item: Item): boolean => {
    const sort = String(item[sortKey]);
    if (prefix !== undefined) return sort.startsWith(prefix);
    if (from !== undefined) return sort >= from;
    return below === undefined || sort < below;
  };
  return items.select({ from: from ?? prefix ?? "", below, descending, limit, fits });
};
