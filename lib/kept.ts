import { createHash } from "node:crypto";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

interface Kept<T> {
  /** A hash of everything that determines the result besides the files. */
  readonly recipe: string;
  /** Size and modification time of each file that the result was made from. */
  readonly files: Readonly<Record<string, string>>;
  readonly result: T;
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

const stampOf = async (file: string): Promise<string> => {
  const { size, mtimeMs } = await stat(file);
  return `${size} ${mtimeMs}`;
};

/**
 * A result stored on disk, as with make: undefined if its recipe differs, or a file it was made from has changed or
 * is gone.
 */
export const readKept = async <T>(path: string, recipe: string): Promise<T | undefined> => {
  try {
    const kept = JSON.parse(await readFile(path, "utf8")) as Kept<T>;
    if (kept.recipe !== hash(recipe)) return undefined;
    const files = Object.entries(kept.files);
    const same = await Promise.all(files.map(async ([file, stamp]) => (await stampOf(file)) === stamp));
    return same.every(Boolean) ? kept.result : undefined;
  } catch {
    // Nothing is stored yet, or a file is gone: build it again.
    return undefined;
  }
};

/** Stores a result, which is valid until one of its files changes. */
export const keep = async <T>(
  path: string,
  recipe: string,
  files: readonly string[],
  result: T,
): Promise<void> => {
  const stamps = await Promise.all(files.map(async (file) => [file, await stampOf(file)] as const));
  const kept: Kept<T> = { recipe: hash(recipe), files: Object.fromEntries(stamps), result };
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, JSON.stringify(kept));
  await rename(draft, path);
};
