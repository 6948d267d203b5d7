/** Translates a query, which is plain data, to SQL. */
import type { SQLInputValue } from "node:sqlite";
import { INDEXES, TABLE } from "../schema.ts";
import type { Query } from "../table.ts";
import { orderOf } from "./database.ts";

interface Select {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** The last character in SQLite's sort order, which is by UTF-8 bytes, as in DynamoDB. */
const LAST = "\u{10ffff}";

const boundsOf = ({ prefix, from, below }: Query, sortKey: string): [string, SQLInputValue[]] => {
  if (prefix !== undefined) return [` AND ${sortKey} >= ? AND ${sortKey} < ?`, [prefix, prefix + LAST]];
  if (from !== undefined) return [` AND ${sortKey} >= ?`, [from]];
  if (below !== undefined) return [` AND ${sortKey} < ?`, [below]];
  return ["", []];
};

/** @param laggingAt the time to read lagging indexes at; undefined if indexes do not lag */
export const selectItems = (query: Query, laggingAt?: number): Select => {
  const { partitionKey, sortKey } = query.index ? INDEXES[query.index] : TABLE;
  const [bounds, boundValues] = boundsOf(query, sortKey);
  const order = orderOf(query.index)
    .map((name) => (query.descending ? `${name} DESC` : name))
    .join(", ");
  const end = `ORDER BY ${order} LIMIT ?`;
  const where = `WHERE ${partitionKey} = ?${bounds}`;
  const values = [query.pk, ...boundValues];
  const limit = query.limit ?? -1;
  if (!query.index || laggingAt === undefined)
    return { sql: `SELECT body FROM items ${where} ${end}`, values: [...values, limit] };
  const names = [...new Set(["body", ...orderOf(query.index)])].join(", ");
  const fresh = `SELECT ${names} FROM items ${where} AND NOT EXISTS
    (SELECT 1 FROM lagging WHERE lagging.pk = items.pk AND lagging.sk = items.sk AND until > ?)`;
  const old = `SELECT ${names} FROM lagging ${where} AND body IS NOT NULL AND until > ?`;
  return {
    sql: `SELECT body FROM (${fresh} UNION ALL ${old}) ${end}`,
    values: [...values, laggingAt, ...values, laggingAt, limit],
  };
};
