/** The format of a backup: a directory with the data directory's files from one moment, and a manifest. */
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { StartFailure } from "../failure.ts";

export const LIST_FILE = "backup.json";

/** Version of the backup's layout. Increment it when an older release could not restore the new one. */
export const BACKUP_LAYOUT = 1;

export const BackupList = z.object({
  layout: z.int().min(1),
  /** ISO 8601, UTC. */
  takenAt: z.iso.datetime(),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});
export type BackupList = z.infer<typeof BackupList>;

export const hashFile = async (path: string): Promise<string> => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
};

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
};

/**
 * Reads a backup's manifest.
 *
 * @throws StartFailure if there is no backup, or if a newer release made it
 */
export const readBackupList = (folder: string): BackupList => {
  const path = join(folder, LIST_FILE);
  if (!existsSync(path)) throw new StartFailure(`There is no backup in ${folder}: ${LIST_FILE} is missing.`);
  const content = readJson(path);
  const layout = z.object({ layout: z.number() }).safeParse(content).data?.layout ?? 0;
  if (layout > BACKUP_LAYOUT)
    throw new StartFailure(
      `The backup ${folder} was taken by a newer release (layout ${layout}; this one knows ${BACKUP_LAYOUT}): install that release or a newer one.`,
    );
  const list = BackupList.safeParse(content);
  if (!list.success) throw new StartFailure(`The backup ${folder} is damaged: ${path} cannot be read.`);
  return list.data;
};

/** @throws StartFailure naming the first file that is missing or has changed */
export const checkFiles = async (folder: string, { files }: BackupList): Promise<void> => {
  for (const { path, sha256 } of files) {
    const file = join(folder, path);
    if (!existsSync(file)) throw new StartFailure(`The backup ${folder} is damaged: ${path} is missing.`);
    if ((await hashFile(file)) !== sha256)
      throw new StartFailure(`The backup ${folder} is damaged: ${path} has changed since the backup.`);
  }
};
