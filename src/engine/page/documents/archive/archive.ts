/** Reads archives (ZIP) with bounds on what they unpack to. */
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { FILE_LIMITS, FileFault } from "../faults.ts";

/** Entries of an archive; documents have some hundreds. */
const MAX_ENTRIES = 20_000;
/** Of all entries that are read, unpacked. */
export const MAX_UNPACKED = FILE_LIMITS.bytes * 8;

export interface Archive {
  readonly names: readonly string[];
  /** The bytes of an entry as they are unpacked; null if there is none of this name. */
  stream(name: string): Promise<AsyncIterable<Buffer> | null>;
  /** A whole entry as text. */
  text(name: string): Promise<string | null>;
}

const damaged = (error: unknown): FileFault =>
  error instanceof FileFault
    ? error
    : new FileFault(`The file is a damaged archive: ${(error as Error).message}`);

export const tooLarge = (): FileFault =>
  new FileFault(
    `The file unpacks to more than ${(MAX_UNPACKED / 1_000_000).toLocaleString("en")} MB, the maximum.`,
  );

const openZip = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) =>
      error ? reject(damaged(error)) : resolve(zip),
    ),
  );

const listEntries = (zip: ZipFile): Promise<Map<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on("error", (error) => reject(damaged(error)));
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: Entry) => {
      if (entries.size >= MAX_ENTRIES)
        return reject(
          new FileFault(`The file is an archive of more than ${MAX_ENTRIES.toLocaleString("en")} files.`),
        );
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });

/** @throws FileFault if it is damaged */
export const openArchive = async (bytes: Uint8Array): Promise<Archive> => {
  const zip = await openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const entries = await listEntries(zip);
  if ([...entries.values()].some(({ generalPurposeBitFlag }) => (generalPurposeBitFlag & 1) !== 0))
    throw new FileFault("The file is encrypted with a password, which cannot be opened.");
  let unpacked = 0;

  async function* read(entry: Entry): AsyncGenerator<Buffer> {
    try {
      const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
        zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
      );
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        unpacked += chunk.length;
        if (unpacked > MAX_UNPACKED) throw tooLarge();
        yield chunk;
      }
    } catch (error) {
      throw damaged(error);
    }
  }

  const stream = async (name: string): Promise<AsyncIterable<Buffer> | null> => {
    const entry = entries.get(name) ?? entries.get(name.replace(/^\//, ""));
    return entry ? read(entry) : null;
  };
  return {
    names: [...entries.keys()],
    stream,
    text: async (name) => {
      const chunks = await stream(name);
      if (!chunks) return null;
      const parts: Buffer[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      return Buffer.concat(parts).toString("utf8");
    },
  };
};
