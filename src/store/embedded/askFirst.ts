import type { Table } from "../table.ts";

/**
 * A table that puts each request to another one first, and does what is asked only where that one does not refuse. On one
 * machine the other is DynamoDB as far as permissions go: it knows the role of the caller, and holds no items.
 */
export const askFirst = (permission: Table, table: Table): Table => ({
  get: async (key) => {
    await permission.get(key);
    return table.get(key);
  },
  query: async (query) => {
    await permission.query(query);
    return table.query(query);
  },
  update: async (update) => {
    await permission.update(update);
    return table.update(update);
  },
  transact: async (writes) => {
    await permission.transact(writes);
    return table.transact(writes);
  },
});
