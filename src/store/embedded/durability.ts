/**
 * SQLite hands a commit to the operating system, which keeps it when the process is killed. To keep it when the
 * power goes too, the write-ahead log is forced to the disk before a write is answered; writes that wait at the
 * same time share one such force, and none of them stops the thread or keeps other writers out.
 */
import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";

const force = promisify(fdatasync);

interface Force {
  /** Resolves once all that was committed before the call is on the disk. */
  now(): Promise<void>;
  close(): void;
}

export const createForce = (databasePath: string): Force => {
  // SQLite holds no locks on this file, so that a descriptor of our own does no harm.
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
      // One that is in progress may have begun before the commit: the next one is waited for.
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
