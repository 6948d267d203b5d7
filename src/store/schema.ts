/**
 * Names of the table's keys and indexes, shared by the stack and the store. docs/data.md describes what is stored under
 * them, and why.
 */
export const TABLE = {
  partitionKey: "pk",
  sortKey: "sk",
  /** Unix seconds; only on items that no counter includes. */
  ttl: "ttl",
} as const;

/**
 * A record that can be listed by up to two filters is written to up to three indexes, one per combination, so that a
 * list reads only what it returns. `due` holds everything that must happen later.
 */
export const INDEXES = {
  byFirst: { partitionKey: "pk1", sortKey: "sk" },
  bySecond: { partitionKey: "pk2", sortKey: "sk" },
  byBoth: { partitionKey: "pk3", sortKey: "sk" },
  due: { partitionKey: "duePk", sortKey: "dueAt" },
} as const;

export type IndexName = keyof typeof INDEXES;
