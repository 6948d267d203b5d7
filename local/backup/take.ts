import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { messageOf, StartFailure } from "../failure.ts";
import { QUEUE_DATABASE } from "../state/dataDir.ts";
import { ORIGIN_FILE, readOrigin } from "../state/origin.ts";
import { SECRETS_FILE } from "../state/secrets.ts";
import { TABLE_FILES } from "../table/start.ts";
import { BACKUP_LAYOUT, type BackupList, hashFile, LIST_FILE } from "./files.ts";

/** How long the backup waits for a writer of the service. */
const BUSY_MS = 30_000;

interface BackupOptions {
  readonly dataDir: string;
  /** The directory in which the backup gets its own directory. */
  readonly to: string;
  /** How many backups to keep there, including this one; all if absent. */
  readonly keep: number | undefined;
  readonly now: Date;
}

export interface TakenBackup {
  readonly folder: string;
  readonly bytes: number;
  /** Older backups that were removed. */
  readonly removed: readonly string[];
}

const PREFIX = "gleaner-";
/** Suffix of a backup that is not finished. */
const DRAFT = ".partial";

/**
 * Backs up a data directory while the service uses it. The table and objects are from the same moment: writers
 * to the table wait only until both are pinned.
 *
 * @throws StartFailure with one sentence for the user
 */
export const takeBackup = async (options: BackupOptions): Promise<TakenBackup> => {
  const { dataDir, now } = options;
  const [root, to] = [resolve(dataDir), resolve(options.to)];
  if (!existsSync(join(root, SECRETS_FILE)))
    throw new StartFailure(`There is no data in ${root}: name the data directory with --data-dir.`);
  const folder = join(to, PREFIX + now.toISOString().replaceAll(":", "-"));
  const draft = folder + DRAFT;
  try {
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    await copyAll(root, draft);
    const list = await listFiles(draft, now);
    writeFileSync(join(draft, LIST_FILE), `${JSON.stringify(list, null, 2)}\n`);
    renameSync(draft, folder);
    const bytes = list.files.reduce((sum, file) => sum + file.bytes, 0);
    return { folder, bytes, removed: removeOld(to, options.keep) };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(`The backup could not be written to ${to}: ${messageOf(error)}.`);
  }
};

const copyAll = async (root: string, draft: string): Promise<void> => {
  const kind = readOrigin(root) ?? "embedded";
  const tableFile = join("table", TABLE_FILES[kind]);
  for (const name of [SECRETS_FILE, ORIGIN_FILE]) {
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(draft, name));
  }
  for (const name of ["table", "queues"]) mkdirSync(join(draft, name));
  const release = kind === "embedded" ? undefined : refuseWhileRunning(root);
  const [table, queues] = pin(join(root, tableFile), join(root, QUEUE_DATABASE));
  try {
    await backup(table, join(draft, tableFile));
    await backup(queues, join(draft, QUEUE_DATABASE));
  } finally {
    table.close();
    queues.close();
    release?.();
  }
  for (const name of [tableFile, QUEUE_DATABASE]) checkCopy(join(draft, name));
};

/** For DynamoDB Local, which does not share its file. @returns a function that lets the service start again */
const refuseWhileRunning = (root: string): (() => void) => {
  const lock = new DatabaseSync(join(root, "lock.db"), { timeout: 0 });
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch {
    lock.close();
    throw new StartFailure(
      "DynamoDB Local does not share its file: stop the service, and back it up then; only the embedded table is backed up while it runs.",
    );
  }
  return () => lock.close();
};

/**
 * Opens both databases at the same moment. An object is stored before the table lists it and deleted after, so while
 * nobody can write to the table, every listed object exists.
 */
const pin = (tablePath: string, queuePath: string): readonly [DatabaseSync, DatabaseSync] => {
  const open = (path: string) => {
    if (!existsSync(path)) throw new StartFailure(`There is nothing to back up: ${path} is missing.`);
    return new DatabaseSync(path, { timeout: BUSY_MS });
  };
  const [writer, table, queues] = [open(tablePath), open(tablePath), open(queuePath)];
  writer.exec("BEGIN IMMEDIATE");
  // A read transaction keeps seeing the data as of its first read.
  for (const database of [table, queues]) {
    database.exec("BEGIN");
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
  }
  writer.exec("ROLLBACK");
  writer.close();
  return [table, queues];
};

const checkCopy = (path: string): void => {
  const copy = new DatabaseSync(path, { readOnly: true });
  const answer = Object.values(copy.prepare("PRAGMA quick_check(1)").get() ?? {})[0];
  copy.close();
  if (answer !== "ok")
    throw new StartFailure(`The copy ${path} is damaged (${String(answer)}): check the disk.`);
};

const listFiles = async (folder: string, now: Date): Promise<BackupList> => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const files = await Promise.all(
    entries.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name);
      chmodSync(file, 0o600);
      return {
        path: file.slice(folder.length + 1),
        bytes: statSync(file).size,
        sha256: await hashFile(file),
      };
    }),
  );
  return { layout: BACKUP_LAYOUT, takenAt: now.toISOString(), files };
};

/** Backup names sort by time. */
const removeOld = (to: string, keep: number | undefined): readonly string[] => {
  if (keep === undefined) return [];
  const taken = readdirSync(to)
    .filter(
      (name) => name.startsWith(PREFIX) && !name.endsWith(DRAFT) && existsSync(join(to, name, LIST_FILE)),
    )
    .toSorted();
  const old = taken.slice(0, Math.max(0, taken.length - keep)).map((name) => join(to, name));
  for (const folder of old) rmSync(folder, { recursive: true });
  return old;
};
