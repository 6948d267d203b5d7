/** Reads a backup of changedetection.io: its ZIP file of any size, or the JSON in it. */
import { open, readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { Entry, ZipFile } from "yauzl";
import { UsageError } from "./failure.ts";

type Backup = Record<string, unknown>;

const INDEX = /^(?:url-watches|changedetection)\.json$/;
/** Newer releases keep each watch in a file of its own. */
const OWN = /^[0-9a-f-]{36}\/watch\.json$/;
/** Far more than a watch or a list of thousands has; earlier versions of pages are not read. */
const MAX_FILE_BYTES = 50_000_000;
const MAX_ALL_BYTES = 200_000_000;

const asObject = (content: string): Backup => {
  const value: unknown = JSON.parse(content);
  return typeof value === "object" && value !== null ? (value as Backup) : {};
};

const openZip = async (file: string): Promise<ZipFile> => {
  const { default: yauzl } = await import("yauzl");
  return new Promise((resolve, reject) =>
    yauzl.open(file, { lazyEntries: true }, (error, zip) => (error ? reject(error) : resolve(zip))),
  );
};

const readEntry = (zip: ZipFile, entry: Entry): Promise<string> =>
  new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(text(stream)))),
  );

/** The files of the backup that describe watches. yauzl refuses an entry that unpacks to more than it says. */
const readFiles = async (file: string): Promise<Map<string, string>> => {
  const zip = await openZip(file);
  const found = new Map<string, string>();
  let left = MAX_ALL_BYTES;
  return new Promise((resolve, reject) => {
    const take = async (entry: Entry): Promise<void> => {
      const { fileName, uncompressedSize } = entry;
      if (INDEX.test(fileName) || OWN.test(fileName)) {
        left -= uncompressedSize;
        if (uncompressedSize > MAX_FILE_BYTES || left < 0) throw new Error("its lists are too large");
        found.set(fileName, await readEntry(zip, entry));
      }
      zip.readEntry();
    };
    zip.on("error", reject);
    zip.on("end", () => resolve(found));
    zip.on("entry", (entry: Entry) => void take(entry).catch(reject));
    zip.readEntry();
  });
};

const isZip = async (file: string): Promise<boolean> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.toString("latin1") === "PK";
  } finally {
    await handle.close();
  }
};

const readJson = async (file: string): Promise<Backup> => {
  if (!(await isZip(file))) return asObject(await readFile(file, "utf8"));
  const files = await readFiles(file);
  const index = [...files].find(([name]) => INDEX.test(name));
  const base = index === undefined ? {} : asObject(index[1]);
  const own = [...files]
    .filter(([name]) => OWN.test(name))
    .map(([name, content]) => [name, asObject(content)]);
  return { ...base, watching: { ...(base.watching as object | undefined), ...Object.fromEntries(own) } };
};

/** Watches per request: each has some kilobytes. */
const AT_ONCE = 200;

/**
 * The backup in parts that a request can hold.
 *
 * @throws UsageError if the file cannot be read
 */
export const readBackupParts = async (file: string): Promise<Backup[]> => {
  const backup = await readJson(file).catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read as a backup: ${(error as Error).message}`);
  });
  const watches = Object.entries((backup.watching ?? {}) as Backup);
  const parts = Array.from({ length: Math.max(1, Math.ceil(watches.length / AT_ONCE)) }, (_, part) =>
    Object.fromEntries(watches.slice(part * AT_ONCE, (part + 1) * AT_ONCE)),
  );
  return parts.map((watching) => ({ settings: backup.settings, watching }));
};
