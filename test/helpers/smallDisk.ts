/**
 * A small disk that can be filled and made read-only. Only root can mount one, and not in every container.
 */
import { execFileSync } from "node:child_process";
import { statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./tableFile.ts";

const mount = (...args: readonly string[]): void => {
  execFileSync("mount", args, { stdio: "pipe" });
};

const mountDisk = (megabytes: number) => {
  const { folder, remove } = makeFolder();
  try {
    mount("-t", "tmpfs", "-o", `size=${megabytes}m,mode=0777`, "tmpfs", folder);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    folder,
    /** Fills it until at most this many bytes are free. */
    fill(leftBytes: number): string {
      const { bavail, bsize } = statfsSync(folder);
      const file = join(folder, "filler");
      try {
        writeFileSync(file, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
      } catch (error) {
        // The service writes meanwhile: the disk is as full as it can be.
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
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

/** @returns null if this machine does not allow mounting */
export const openSmallDisk = (megabytes = 1): SmallDisk | null => {
  try {
    return mountDisk(megabytes);
  } catch {
    return null;
  }
};
