/** A disk of one megabyte, to be filled and made read-only. Only root may mount one, and not in every container. */
import { execFileSync } from "node:child_process";
import { statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./tableFile.ts";

const mount = (...args: readonly string[]): void => {
  execFileSync("mount", args, { stdio: "pipe" });
};

const mountDisk = () => {
  const { folder, remove } = makeFolder();
  try {
    mount("-t", "tmpfs", "-o", "size=1m,mode=0777", "tmpfs", folder);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    folder,
    /** Leaves so many bytes, or fewer. */
    fill(leftBytes: number): string {
      const { bavail, bsize } = statfsSync(folder);
      const file = join(folder, "filler");
      writeFileSync(file, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
      return file;
    },
    makeReadOnly: () => mount("-o", "remount,ro", folder),
    remove(): void {
      execFileSync("umount", [folder], { stdio: "pipe" });
      remove();
    },
  };
};

export type SmallDisk = ReturnType<typeof mountDisk>;

/** @returns null where this machine lets nobody mount one */
export const openSmallDisk = (): SmallDisk | null => {
  try {
    return mountDisk();
  } catch {
    return null;
  }
};
