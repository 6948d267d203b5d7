import type { Table } from "../table.ts";

/**
 * Wraps a table with a permission check: each request goes to `permission` first, and proceeds only if that does
 * not throw. On one machine, `permission` enforces the IAM permissions of the caller's role as DynamoDB would, and
 * holds no items.
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
