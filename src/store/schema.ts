/**
 * Names of the single table's keys and indexes: all that the stack and the store must agree on.
 * What is kept under them, and why, is in docs/data.md.
 */
export const TABLE = {
  partitionKey: "pk",
  sortKey: "sk",
  /** Unix seconds; only items that nothing counts carry it. */
  ttl: "ttl",
} as const;

/**
 * A record that can be listed by up to two filters is written to up to three indexes, one per
 * combination, so that no list ever reads and drops what does not match. `due` holds everything
 * that must happen later.
 */
export const INDEXES = {
  byFirst: { partitionKey: "pk1", sortKey: "sk" },
  bySecond: { partitionKey: "pk2", sortKey: "sk" },
  byBoth: { partitionKey: "pk3", sortKey: "sk" },
  due: { partitionKey: "duePk", sortKey: "dueAt" },
} as const;

export type IndexName = keyof typeof INDEXES;
