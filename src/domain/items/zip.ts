import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { DomainError } from "../../contract/errors.ts";

export interface ZipFile {
  readonly name: string;
  readonly text: Iterable<string> | AsyncIterable<string>;
}

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly plainBytes: number;
}

const VERSION = 20;
/** Sizes and checksum follow the data; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1 January 1980, so that archives of the same content are identical. */
const DATE = 0x21;

/** Sizes have four bytes. Larger archives need ZIP64, which is not supported. */
const MAX_BYTES = 0xffff_ffff;

/** @throws DomainError if the number does not fit the format */
const checkFits = (bytes: number, maxBytes: number): void => {
  if (bytes > maxBytes)
    throw new DomainError(
      "conflict",
      "The items are too large for a workbook. Export them as csv or ndjson.",
    );
};

const le = (...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer =>
  Buffer.concat(
    fields.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );

const stamp = [
  [FLAGS, 2],
  [DEFLATE, 2],
  [0, 2],
  [DATE, 2],
] as const;

const localHeader = (name: Buffer): Buffer =>
  Buffer.concat([
    le([0x04034b50, 4], [VERSION, 2], ...stamp, [0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]),
    name,
  ]);

const directoryEntry = ({ name, offset, crc, packedBytes, plainBytes }: Written): Buffer =>
  Buffer.concat([
    le([0x02014b50, 4], [VERSION, 2], [VERSION, 2], ...stamp, [crc, 4], [packedBytes, 4], [plainBytes, 4]),
    le([name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
    name,
  ]);

/**
 * Streams a ZIP archive, in bounded memory.
 *
 * @param maxBytes of the archive, and of a file in it
 * @throws DomainError `conflict` if either becomes larger
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export const zip = async function* (files: readonly ZipFile[], maxBytes = MAX_BYTES): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for (const { name, text } of files) {
    const start = offset;
    let crc = 0;
    let plainBytes = 0;
    let packedBytes = 0;
    const measured = async function* () {
      for await (const piece of text) {
        const bytes = Buffer.from(piece);
        crc = crc32(bytes, crc);
        plainBytes += bytes.length;
        checkFits(plainBytes, maxBytes);
        yield bytes;
      }
    };
    const header = localHeader(Buffer.from(name));
    yield header;
    // An error in the source ends the archive with the same error.
    for await (const bytes of pipeline(Readable.from(measured()), createDeflateRaw(), () => {})) {
      packedBytes += (bytes as Buffer).length;
      checkFits(start + packedBytes, maxBytes);
      yield bytes as Buffer;
    }
    const trailer = le([0x08074b50, 4], [crc, 4], [packedBytes, 4], [plainBytes, 4]);
    yield trailer;
    offset += header.length + packedBytes + trailer.length;
    written.push({ name: Buffer.from(name), offset: start, crc, packedBytes, plainBytes });
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  const count = written.length;
  yield le(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [directory.length, 4],
    [offset, 4],
    [0, 2],
  );
};
