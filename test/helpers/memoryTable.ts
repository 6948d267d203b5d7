/**
 * The table port in memory, for tests that need thousands of tables or a table that misbehaves. It holds
 * to what DynamoDB does: the store's tests run on both.
 */
import { INDEXES, type IndexName, TABLE } from "../../src/store/schema.ts";
import {
  type Condition,
  ConditionFailed,
  type Item,
  type Key,
  mergeWrites,
  type Query,
  type Table,
  type Test,
  type Update,
  type Write,
} from "../../src/store/table.ts";
import { createSortedItems, type SortedItems } from "./sortedItems.ts";

/** Limits of DynamoDB (API reference, TransactWriteItems and PutItem). */
const MAX_WRITES = 100;
const MAX_ITEM_BYTES = 400_000;

export interface MemoryTable extends Table {
  /** Everything that it holds. */
  readonly all: () => Item[];
}

interface MemoryTableOptions {
  /** When a write reaches the indexes (default: at once); in the order of the calls for any one item. */
  readonly indexLater?: (key: Key, apply: () => void) => void;
}

const INDEX_NAMES = Object.keys(INDEXES) as IndexName[];

const keyOf = (write: Write): Key => {
  const { pk, sk } = write.kind === "put" ? write.item : write.key;
  return { pk, sk };
};

/** As the SDK's marshaller does: without what is undefined, and nothing shared with the caller. */
const copyOf = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (typeof value !== "object" || value === null) return value;
  const copied: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) if (inner !== undefined) copied[name] = copyOf(inner);
  return copied as T;
};

const isComparable = (held: unknown, than: unknown): held is number | string =>
  typeof held === typeof than && (typeof held === "number" || typeof held === "string");

const holds = (held: unknown, test: Test): boolean => {
  if ("exists" in test) return (held !== undefined) === test.exists;
  if ("eq" in test) return held === test.eq;
  if ("ne" in test) return held !== test.ne;
  if ("lt" in test) return isComparable(held, test.lt) && held < test.lt;
  if ("lte" in test) return isComparable(held, test.lte) && held <= test.lte;
  return isComparable(held, test.gte) && held >= test.gte;
};

const allHold = (item: Item | undefined, when: Condition = {}): boolean =>
  Object.entries(when).every(([attribute, test]) => holds(item?.[attribute], test));

const updated = (
  before: Item | undefined,
  { key, set = {}, add = {}, remove = [] }: Omit<Update, "kind">,
) => {
  const added = Object.entries(add).filter(([, amount]) => amount !== 0);
  const named = [...Object.keys(set), ...added.map(([name]) => name), ...remove];
  if (new Set(named).size < named.length) throw new Error("an update names an attribute twice");
  const after: Record<string, unknown> = { ...before, ...copyOf(set) };
  for (const [name, amount] of added) {
    const held = after[name] ?? 0;
    if (typeof held !== "number") throw new Error(`${name} is not a number and cannot be added to`);
    after[name] = held + amount;
  }
  for (const name of remove) delete after[name];
  return { ...after, ...key } as Item;
};

const checkSize = (item: Item): void => {
  const text = JSON.stringify(item);
  // Characters take up to three bytes: most items need no exact count.
  if (text.length * 3 > MAX_ITEM_BYTES && Buffer.byteLength(text) > MAX_ITEM_BYTES)
    throw new Error(`item ${item.pk} / ${item.sk} is larger than 400 KB`);
};

export const createMemoryTable = ({
  indexLater = (_key, apply) => apply(),
}: MemoryTableOptions = {}): MemoryTable => {
  const partitions = new Map<string, SortedItems>();
  const indexes = new Map<IndexName, Map<string, SortedItems>>(INDEX_NAMES.map((name) => [name, new Map()]));
  /** What each index holds of an item, so that the next write can take it out. */
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
    if (after) checkSize(after);
    if (after) partitionOf(partitions, key.pk).set(key.sk, after);
    else partitions.get(key.pk)?.remove(key.sk);
    indexLater(key, () => index(key, after));
  };

  const afterWrite = (write: Write, before: Item | undefined): Item | undefined => {
    if (write.kind === "put") return copyOf(write.item);
    if (write.kind === "update") return updated(before, write);
    return write.kind === "check" ? before : undefined;
  };

  return {
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
      const after = updated(before, update);
      apply(update.key, after);
      return copyOf(after);
    },

    async transact(writes) {
      const merged = mergeWrites(writes);
      if (merged.length === 0 || merged.length > MAX_WRITES)
        throw new Error(`a transaction of ${merged.length} writes`);
      const refused = merged.filter((write) => !allHold(read(keyOf(write)), write.when));
      if (refused.length > 0) throw new ConditionFailed(refused.map(keyOf));
      const changes = merged
        .filter(({ kind }) => kind !== "check")
        .map((write) => ({ key: keyOf(write), after: afterWrite(write, read(keyOf(write))) }));
      for (const { after } of changes) if (after) checkSize(after);
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
