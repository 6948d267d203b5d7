/**
 * SQLite hands a commit to the operating system, which keeps it if the process is killed. To survive a power failure
 * too, the write-ahead log is synced to disk before a write is answered. Concurrent writes share one sync, which blocks
 * neither the thread nor other writers.
 */
import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";

const force = promisify(fdatasync);

interface Force {
  /** Resolves once everything committed before the call is on disk. */
  now(): Promise<void>;
  close(): void;
}

export const createForce = (databasePath: string): Force => {
  // SQLite holds no locks on this file, so opening it a second time is safe.
  let log: number | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    log ??= openSync(`${databasePath}-wal`, "r+");
    next = undefined;
    running = force(log).finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    now: () => {
      // A sync in progress may have started before the commit, so wait for the next one.
      if (!running) return begin();
      next ??= running.then(begin, begin);
      return next;
    },
    close: () => {
      if (log !== undefined) closeSync(log);
      log = undefined;
    },
  };
};
