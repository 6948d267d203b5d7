import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { messageOf, StartFailure } from "../failure.ts";
import { readOrigin } from "../state/origin.ts";
import { checkFiles, readBackupList } from "./files.ts";

interface RestoreOptions {
  readonly from: string;
  /** Must be empty. */
  readonly dataDir: string;
}

export interface RestoredBackup {
  readonly dataDir: string;
  /** When the backup was made, ISO 8601. */
  readonly takenAt: string;
}

/**
 * Creates a data directory from a backup, completely or not at all. The backup is not changed.
 *
 * @throws StartFailure with one sentence for the user
 */
export const restoreBackup = async (options: RestoreOptions): Promise<RestoredBackup> => {
  const [from, root] = [resolve(options.from), resolve(options.dataDir)];
  const list = readBackupList(from);
  await checkFiles(from, list);
  readOrigin(from);
  if (existsSync(root) && readdirSync(root).length > 0)
    throw new StartFailure(
      `${root} already contains data. Stop the service and move that directory, or choose another with --data-dir.`,
    );
  const draft = `${root}.partial`;
  try {
    rmSync(draft, { recursive: true, force: true });
    for (const { path } of list.files) {
      mkdirSync(dirname(join(draft, path)), { recursive: true, mode: 0o700 });
      cpSync(join(from, path), join(draft, path));
    }
    if (existsSync(root)) rmdirSync(root);
    renameSync(draft, root);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw new StartFailure(`The backup could not be restored to ${root}: ${messageOf(error)}.`);
  }
  return { dataDir: root, takenAt: list.takenAt };
};
