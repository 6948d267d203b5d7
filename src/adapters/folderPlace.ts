import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, realpath, rename, rm } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { PlaceError } from "../contract/placeError.ts";

const CODES: Readonly<Record<string, string>> = {
  ENOSPC: "There is no space left in the folder.",
  EDQUOT: "There is no space left in the folder.",
  EACCES: "The service may not write to the folder.",
  EPERM: "The service may not write to the folder.",
  EROFS: "The folder is read-only.",
  ENOENT: "The operator's folder for destinations does not exist.",
  ENOTDIR: "A part of the folder's path is a file.",
};

/** The message names no path outside the root, which is the operator's. */
const asPlaceError = (error: unknown): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof PlaceError || code === undefined) return error;
  return new PlaceError("folder-failed", CODES[code] ?? `The folder could not be written: ${code}.`);
};

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/** A folder under the operator's root. No path leads out of it, not even by a symbolic link. */
export const createFolderPlace = (root: string, folder: string) => {
  const isInside = (path: string, base: string): boolean => path === base || path.startsWith(base + sep);

  /** @throws PlaceError if the path leads out of the root */
  const fileAt = async (path: string): Promise<string> => {
    const base = resolve(root);
    const file = resolve(base, folder, path);
    const refused = new PlaceError("folder-refused", "The folder leads out of the operator's root.");
    if (!isInside(file, base)) throw refused;
    // Walked from the top, so that nothing is made behind a link that leads out.
    const realBase = await realpath(base);
    let at = base;
    for (const name of dirname(file).slice(base.length).split(sep).filter(Boolean)) {
      at = join(at, name);
      await mkdir(at).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      });
      if (!isInside(await realpath(at), realBase)) throw refused;
    }
    return file;
  };

  const explained = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw asPlaceError(error);
    }
  };

  return {
    put: (path: string, body: Buffer): Promise<void> =>
      explained(async () => {
        const file = await fileAt(path);
        const draft = `${file}.${randomUUID()}.tmp`;
        try {
          const handle = await open(draft, "wx");
          try {
            await handle.writeFile(body);
            await handle.sync();
          } finally {
            await handle.close();
          }
          await rename(draft, file);
        } catch (error) {
          await rm(draft, { force: true });
          throw error;
        }
      }),

    get: (path: string): Promise<Buffer | null> =>
      explained(async () => {
        const file = await fileAt(path);
        return readFile(file).catch((error: unknown) => {
          if (isMissing(error)) return null;
          throw error;
        });
      }),

    remove: (path: string): Promise<void> => explained(async () => rm(await fileAt(path), { force: true })),
  };
};
