/** The SQLite file of the embedded table: its schema and how it is opened. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { INDEXES, type IndexName, TABLE } from "../schema.ts";

/** Marks the file as Gleaner's (PRAGMA application_id); "GLNR" in ASCII. */
const APPLICATION_ID = 0x474c4e52;
/** Version of the layout below (PRAGMA user_version). Increment it when an older release could not use the new one. */
const LAYOUT = 1;

/** Pages in the write-ahead log before a checkpoint (SQLite's default). */
const CHECKPOINT_PAGES = 1_000;

/** The embedded table cannot be opened; `message` is a sentence for the operator. */
class TableUnusable extends Error {
  override readonly name = "TableUnusable";
}

/** Key columns of an index; items with equal keys are kept in table order. */
export const orderOf = (index: IndexName | undefined): readonly string[] => {
  const { partitionKey, sortKey } = index ? INDEXES[index] : TABLE;
  return [...new Set([partitionKey, sortKey, TABLE.partitionKey, TABLE.sortKey])];
};

const INDEXED = [
  ...new Set(Object.values(INDEXES).flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey])),
].filter((attribute) => attribute !== TABLE.sortKey);

/** Indexed attributes are columns that SQLite computes from the item, so they can never differ from it. */
const columns = [...INDEXED, TABLE.ttl].map((name) => `${name} AS (body ->> '$.${name}')`).join(", ");

const indexes = (Object.keys(INDEXES) as IndexName[]).map(
  (name) =>
    `CREATE INDEX ${name} ON items (${orderOf(name).join(", ")}) WHERE ${INDEXES[name].partitionKey} IS NOT NULL;`,
);

const SCHEMA = `
CREATE TABLE items (
  pk TEXT NOT NULL, sk TEXT NOT NULL, body TEXT NOT NULL, ${columns}, PRIMARY KEY (pk, sk)
);
${indexes.join("\n")}
CREATE INDEX expiring ON items (${TABLE.ttl}) WHERE ${TABLE.ttl} IS NOT NULL;
-- What indexes still show of an item, where they are told to lag; body is null where they show nothing.
CREATE TABLE lagging (
  pk TEXT NOT NULL, sk TEXT NOT NULL, body TEXT, until REAL NOT NULL, ${columns}, PRIMARY KEY (pk, sk)
);
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${LAYOUT};
`;

/** Loaded when the first table is opened, because AWS does not need it. */
const openFile = (path: string, readOnly: boolean): DatabaseSync => {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  return new DatabaseSync(path, { readOnly });
};

const numberOf = (database: DatabaseSync, pragma: string): number =>
  Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);

const checkLayout = (database: DatabaseSync, path: string): void => {
  const layout = numberOf(database, "user_version");
  if (numberOf(database, "application_id") !== APPLICATION_ID)
    throw new TableUnusable(`${path} is not a table of Gleaner`);
  if (layout > LAYOUT)
    throw new TableUnusable(
      `${path} was written by a newer release (layout ${layout}; this one knows ${LAYOUT}): install that release or a newer one`,
    );
};

const createLayout = (database: DatabaseSync): void => {
  database.exec("BEGIN IMMEDIATE");
  try {
    if (numberOf(database, "user_version") === 0) database.exec(SCHEMA);
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
};

export interface OpenOptions {
  /** Keeps every commit through a power failure; false if the file is temporary. */
  readonly isDurable: boolean;
  /** Maximum size of the file, in pages. */
  readonly maxPages: number | undefined;
}

/**
 * Opens the file; creates it if it does not exist.
 *
 * @throws TableUnusable if the file is not an embedded table, or is from a newer release
 */
export const openDatabase = (path: string, { isDurable, maxPages }: OpenOptions): DatabaseSync => {
  const database = openFile(path, false);
  try {
    // Concurrent openers wait while the first creates the layout; later ones do not.
    database.exec("PRAGMA busy_timeout = 10000");
    if (numberOf(database, "user_version") === 0 && numberOf(database, "page_count") === 0) {
      database.exec("PRAGMA journal_mode = WAL");
      createLayout(database);
    }
    checkLayout(database, path);
    database.exec(`PRAGMA synchronous = ${isDurable ? "NORMAL" : "OFF"};
      PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA busy_timeout = 0`);
    if (maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${maxPages}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** Returns the prepared statement for an SQL text. */
export type Statements = (sql: string) => StatementSync;

/** There are few statements, and each is prepared once. */
export const createStatements = (database: DatabaseSync): Statements => {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    const known = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
};
