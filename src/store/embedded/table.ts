import { setTimeout as defaultSleep } from "node:timers/promises";
import { retryConflicts } from "../dynamo/conflicts.ts";
import type { OnConsumed } from "../dynamo/dynamoTable.ts";
import {
  ConditionFailed,
  type Item,
  type Key,
  mergeWrites,
  type Table,
  TableFull,
  type Write,
} from "../table.ts";
import { type AwsBehaviour, createLag } from "./awsBehaviour.ts";
import { createStatements, openDatabase } from "./database.ts";
import { createForce } from "./durability.ts";
import { selectItems } from "./select.ts";
import { afterWrite, allHold, changedBy, checkCount, checkSize, keyOf } from "./semantics.ts";
import { createUnits } from "./units.ts";

export interface EmbeddedTableOptions {
  /** The SQLite file; created if it does not exist. */
  readonly path: string;
  /** Keeps writes through a power failure (default); false if the file is temporary. */
  readonly isDurable?: boolean;
  /** Maximum size of the file, in pages; unlimited if absent. */
  readonly maxPages?: number;
  readonly onConsumed?: OnConsumed;
  /** Simulated AWS behaviour, for tests of code on top of the table. */
  readonly aws?: AwsBehaviour;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  /** Waits between attempts at a write while another thread or process writes. */
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** The table port on one file, with operations for the file's owner. */
export interface EmbeddedTable extends Table {
  /** A consistent snapshot of everything in the table, in key order. */
  all(): Iterable<Item>;
  /** Deletes the items whose time to live has passed. @returns how many */
  expire(): Promise<number>;
  close(): void;
}

/** How long a thread blocks for another's transaction, which is usually shorter, before it waits asynchronously. */
const BUSY_MS = 10;
/** Items that one transaction of `expire` deletes, so that it does not delay writers. */
const EXPIRED_AT_ONCE = 500;

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
/** The memory that the connections share is a file, too. */
const SQLITE_IOERR_SHMSIZE = 4_874;

const sqliteCodeOf = (error: unknown): number =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode : 0;

/** Whether another thread or process is writing; the low byte is SQLite's primary result code. */
const isBusy = (error: unknown): boolean => (sqliteCodeOf(error) & 0xff) === SQLITE_BUSY;

const isFull = (error: unknown): boolean =>
  (sqliteCodeOf(error) & 0xff) === SQLITE_FULL ||
  sqliteCodeOf(error) === SQLITE_IOERR_SHMSIZE ||
  (error as NodeJS.ErrnoException | null)?.code === "ENOSPC";

const CONFLICT = Object.assign(new Error("the transaction conflicts with another"), {
  errcode: SQLITE_BUSY,
});

const parse = (body: unknown): Item => JSON.parse(String(body)) as Item;

/**
 * The table port over a SQLite file that any number of threads and processes of this machine may share.
 * Reads see every write that was answered; transactions come one after the other.
 *
 * @throws TableUnusable if the file is not an embedded table, or is from a newer release
 */
export const createEmbeddedTable = (options: EmbeddedTableOptions): EmbeddedTable => {
  const { path, isDurable = true, onConsumed, aws, now = Date.now, sleep = defaultSleep } = options;
  const database = openDatabase(path, { isDurable, maxPages: options.maxPages });
  database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  const force = isDurable ? createForce(path) : null;
  const statement = createStatements(database);
  const lag = aws && createLag(statement, now, aws.indexLagMs);
  const units = createUnits(onConsumed);

  const getBody = (key: Key): string | undefined => {
    const row = statement("SELECT body FROM items WHERE pk = ? AND sk = ?").get(key.pk, key.sk);
    return row && String(row.body);
  };

  const store = (key: Key, before: string | undefined, after: string | undefined): void => {
    lag?.note(key, before);
    if (after === undefined) statement("DELETE FROM items WHERE pk = ? AND sk = ?").run(key.pk, key.sk);
    else
      statement(
        "INSERT INTO items (pk, sk, body) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body",
      ).run(key.pk, key.sk, after);
  };

  /** Applies all of the writes or none. @returns their items before and after */
  const apply = (writes: readonly Write[]) => {
    const found = writes.map((write) => {
      const body = getBody(keyOf(write));
      return { write, key: keyOf(write), body, item: body === undefined ? undefined : parse(body) };
    });
    const refused = found.filter(({ write, item }) => !allHold(item, write.when));
    if (refused.length > 0) throw new ConditionFailed(refused.map(({ key }) => key));
    return found.map(({ write, key, body, item }) => {
      const after = afterWrite(write, item);
      const afterBody = after && JSON.stringify(after);
      if (afterBody !== undefined) checkSize(key, afterBody);
      if (write.kind !== "check") store(key, body, afterBody);
      return { before: item, after, afterBody };
    });
  };

  const inTransaction = <T>(work: () => T): T => {
    if (aws && Math.random() < aws.conflicts) throw CONFLICT;
    database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      database.exec("COMMIT");
      return result;
    } finally {
      // Some failures, such as a full disk, have already rolled back.
      if (database.isTransaction) database.exec("ROLLBACK");
    }
  };

  const write = async <T>(work: () => T): Promise<T> => {
    try {
      const result = await retryConflicts(async () => inTransaction(work), isBusy, sleep);
      await force?.now();
      return result;
    } catch (error) {
      throw isFull(error) ? new TableFull(error) : error;
    }
  };

  /** Reads block only while SQLite recovers the file after a crash. */
  const read = <T>(work: () => T): Promise<T> => retryConflicts(async () => work(), isBusy, sleep);

  return {
    async get(key) {
      const body = await read(() => getBody(key));
      const item = body === undefined ? null : parse(body);
      units.read(item ? [item] : [], true);
      return item;
    },

    async query(query) {
      const { sql, values } = selectItems(query, lag ? now() : undefined);
      const rows = await read(() => statement(sql).all(...values));
      const items = rows.map(({ body }) => parse(body));
      units.read(items, query.index === undefined);
      return items;
    },

    async update(update) {
      const written = await write(() => apply([{ kind: "update", ...update }]));
      units.wrote(written, false);
      return changedBy(update, parse(written[0]?.afterBody));
    },

    async transact(writes) {
      const merged = mergeWrites(writes);
      checkCount(merged);
      units.wrote(await write(() => apply(merged)), true);
    },

    *all() {
      // Not a cached statement: the caller may run others between two items.
      for (const row of database.prepare("SELECT body FROM items ORDER BY pk, sk").iterate())
        yield parse(row.body);
    },

    async expire() {
      let removed = 0;
      for (let more = true; more; ) {
        const sql =
          "DELETE FROM items WHERE rowid IN (SELECT rowid FROM items WHERE ttl IS NOT NULL AND ttl < ? LIMIT ?)";
        const { changes } = await write(() => statement(sql).run(Math.floor(now() / 1_000), EXPIRED_AT_ONCE));
        removed += Number(changes);
        more = Number(changes) === EXPIRED_AT_ONCE;
      }
      return removed;
    },

    close: () => {
      force?.close();
      database.close();
    },
  };
};
