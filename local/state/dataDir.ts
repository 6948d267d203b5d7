import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { messageOf, StartFailure } from "../failure.ts";
import type { Shutdown } from "../shutdown.ts";
import type { TableKind } from "../table/choice.ts";
import { TABLE_FILES } from "../table/start.ts";
import { readOrigin, writeOrigin } from "./origin.ts";
import { openSecrets, SECRETS_FILE, type Secrets } from "./secrets.ts";

/** Paths of queues and objects within a data directory. */
export const QUEUE_DATABASE = "queues/fauxqs.db";

/** Where the service keeps its state. In-memory state has no directory. */
export interface State {
  /** The data directory; undefined if the state ends with the process. */
  readonly root: string | undefined;
  /** Folder of the synthesised stacks. */
  readonly stackFolder: string;
  readonly tableFolder: string;
  readonly queueFolder: string | undefined;
  readonly logFolder: string | undefined;
  readonly secrets: Secrets;
  /** The table that has the data; undefined if there is none yet. */
  readonly madeWith: TableKind | undefined;
  keepTable(kind: TableKind): void;
}

/**
 * Opens a data directory exclusively for this process; creates it if needed.
 *
 * @param path the directory; undefined for state that ends with the process
 * @throws StartFailure if another runner uses it, if it cannot be written, or if one of its files is damaged
 */
export const openState = (path: string | undefined, shutdown: Shutdown): State => {
  if (path === undefined) return openInMemory(shutdown);
  const root = resolve(path);
  try {
    return openFolder(root, shutdown);
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(`The data directory ${root} cannot be used: ${reasonOf(error)}.`);
  }
};

/** Errors of the operating system and SQLite when a disk is full or read-only. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/ENOSPC|disk is full/, "its disk is full; free some space, or choose another with --data-dir"],
  [/EROFS|readonly/, "its disk is read-only; choose another with --data-dir"],
  [
    /EACCES|EPERM|unable to open database/,
    "it may not be written by the user that runs this; give it to that user, or choose another with --data-dir",
  ],
];

const reasonOf = (error: unknown): string => {
  const message = messageOf(error);
  const known = REASONS.find(([pattern]) => pattern.test(message));
  return known ? `${known[1]} (${message})` : message;
};

const openInMemory = (shutdown: Shutdown): State => {
  const stackFolder = mkdtempSync(join(tmpdir(), "gleaner-"));
  shutdown.add(() => rmSync(stackFolder, { recursive: true }));
  return {
    root: undefined,
    stackFolder,
    // Beside the stacks, in a temporary directory: function threads share a file, not memory.
    tableFolder: stackFolder,
    queueFolder: undefined,
    logFolder: undefined,
    secrets: openSecrets(undefined),
    madeWith: undefined,
    keepTable: () => undefined,
  };
};

/** The synthesised stacks take 170 MB (November 2026); the rest is for the first data. */
const NEEDED_BYTES = 200_000_000;

/** @throws StartFailure if the disk of the data directory has too little space to start */
export const checkSpace = ({ root }: State): void => {
  if (root === undefined) return;
  const { bavail, bsize } = statfsSync(root);
  const free = bavail * bsize;
  if (free >= NEEDED_BYTES) return;
  const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_000_000)} MB`;
  throw new StartFailure(
    `The data directory ${root} cannot be used: its disk has ${megabytes(free)} left, and the service needs ${megabytes(NEEDED_BYTES)} to start; free some space, or choose another with --data-dir.`,
  );
};

/** Creates parents too. Node's own `recursive` reports a read-only disk as a missing directory. */
const makeFolder = (path: string): void => {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
};

const openFolder = (root: string, shutdown: Shutdown): State => {
  const [stackFolder, tableFolder, queueFolder, logFolder] = ["stacks", "table", "queues", "logs"].map(
    (name) => join(root, name),
  ) as [string, string, string, string];
  for (const folder of [tableFolder, queueFolder, logFolder]) makeFolder(folder);
  lock(root, shutdown);
  const madeWith = readOrigin(root);
  rmSync(stackFolder, { recursive: true, force: true });
  for (const file of Object.values(TABLE_FILES)) checkDatabase(join(tableFolder, file));
  checkDatabase(join(root, QUEUE_DATABASE));
  return {
    root,
    stackFolder,
    tableFolder,
    queueFolder,
    logFolder,
    secrets: openSecrets(join(root, SECRETS_FILE)),
    madeWith,
    keepTable: (kind) => writeOrigin(root, kind),
  };
};

/**
 * An operating system lock on a SQLite file: it is released when its process ends for any reason, and a reused
 * process id cannot be mistaken for the holder.
 */
const lock = (root: string, shutdown: Shutdown): void => {
  const database = new DatabaseSync(join(root, "lock.db"), { timeout: 0 });
  const pidFile = join(root, "runner.pid");
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (!messageOf(error).includes("locked")) throw error;
    const pid = existsSync(pidFile) ? ` (process ${readFileSync(pidFile, "utf8")})` : "";
    throw new StartFailure(
      `The data directory ${root} is in use by another runner${pid}: stop it, or choose another with --data-dir.`,
    );
  }
  shutdown.add(() => database.close());
  writeFileSync(pidFile, String(process.pid));
};

/** Reads a database's header, so that a damaged file is reported here and not later. */
const checkDatabase = (path: string): void => {
  if (!existsSync(path)) return;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
  } catch (error) {
    throw new StartFailure(
      `The data directory is damaged: ${path} cannot be read (${messageOf(error)}); restore it from a backup, or move the directory away to start afresh.`,
    );
  } finally {
    database.close();
  }
};
