/** What a run's worker may touch on AWS if it runs Chromium: its role's kinds of partitions, and its session's own. */
import { CONFINED_TO, partitionsOf } from "../../../lib/confinement.ts";
import { matchesPattern } from "../../../local/iam/patterns.ts";
import type { Objects } from "../../../src/adapters/objects.ts";
import type { RunMessage } from "../../../src/contract/messages.ts";
import { objectsOfRun } from "../../../src/domain/files/folders.ts";
import { partitionsOfSession } from "../../../src/store/partitions.ts";
import type { Table, Write } from "../../../src/store/table.ts";

const { reads, changes, adds } = CONFINED_TO.executeBrowserRun;
const TO_READ = partitionsOf([...changes, ...reads]);
const TO_CHANGE = partitionsOf(changes);
const TO_PUT = partitionsOf([...changes, ...adds]);

/** The calls that were refused. */
export type Refusals = Set<string>;

/** A table that refuses what the session of a run's worker may not open, and takes note of it. */
export const confinedTable = (table: Table, { accountId, runId }: RunMessage, refused: Refusals): Table => {
  const own = partitionsOfSession(accountId, runId);
  const check = (what: string, pk: string, allowed: readonly string[]): void => {
    const isMine = own.some((pattern) => matchesPattern(pattern, pk));
    if (isMine && allowed.some((pattern) => matchesPattern(pattern, pk))) return;
    refused.add(`${what} ${pk}`);
    throw new Error(`AccessDenied: ${what} ${pk}`);
  };
  const checkWrite = (write: Write): void => {
    const { pk } = write.kind === "put" ? write.item : write.key;
    check(write.kind, pk, write.kind === "put" ? TO_PUT : TO_CHANGE);
  };
  return {
    get: async (key) => {
      check("get", key.pk, TO_READ);
      return table.get(key);
    },
    query: async (query) => {
      check(`query ${query.index ?? "table"}`, query.pk, TO_READ);
      return table.query(query);
    },
    update: async (update) => {
      check("update", update.key.pk, TO_CHANGE);
      return table.update(update);
    },
    transact: async (writes) => {
      writes.forEach(checkWrite);
      return table.transact(writes);
    },
  };
};

/** The same for objects. */
export const confinedObjects = (
  objects: Objects,
  { accountId, runId }: RunMessage,
  refused: Refusals,
): Objects => {
  const own = objectsOfRun(accountId, runId);
  const check = (what: string, key: string): void => {
    if (own.some((pattern) => matchesPattern(pattern, key))) return;
    refused.add(`${what} ${key}`);
    throw new Error(`AccessDenied: ${what} ${key}`);
  };
  const guarded =
    <Arguments extends readonly [string, ...unknown[]], Result>(
      what: string,
      call: (...args: Arguments) => Promise<Result>,
    ) =>
    async (...args: Arguments): Promise<Result> => {
      check(what, args[0]);
      return call(...args);
    };
  return {
    ...objects,
    put: guarded("put", objects.put),
    getText: guarded("read", objects.getText),
    getBytes: guarded("read", objects.getBytes),
    getRange: guarded("read", objects.getRange),
    exists: guarded("look for", objects.exists),
    putFile: guarded("put", objects.putFile),
    remove: async (key) => check("remove", key),
    removeAll: async (keys) => {
      for (const key of keys) check("remove", key);
    },
    list: async (prefix) => {
      check("list", prefix);
      return [];
    },
  };
};
