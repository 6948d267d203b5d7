import { crc32 } from "node:zlib";

/** Signature and chunk layout: PNG specification, third edition (W3C, 2025), sections 5 and 11. */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HEADER_BYTES = 13;
/** Length and type before a chunk's data, and its checksum after it. */
const CHUNK_FRAME_BYTES = 12;
const MAX_SIDE_PIXELS = 16_384;
/** Allowed bit depths by colour type (table 11.1). */
const BIT_DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The chunks of a file; null if it is truncated or a checksum is wrong. */
const readChunks = (bytes: Buffer): Chunk[] | null => {
  const chunks: Chunk[] = [];
  let at = SIGNATURE.length;
  while (at < bytes.length) {
    if (at + CHUNK_FRAME_BYTES > bytes.length) return null;
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) return null;
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return null;
    chunks.push({ type: bytes.toString("latin1", at + 4, at + 8), data: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
};

const headerFault = ({ type, data }: Chunk): string | null => {
  if (type !== "IHDR" || data.length !== HEADER_BYTES) return "has no PNG header";
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  if (width === 0 || height === 0) return "has no pixels";
  if (width > MAX_SIDE_PIXELS || height > MAX_SIDE_PIXELS)
    return `has ${width} × ${height} pixels; at most ${MAX_SIDE_PIXELS} a side are accepted`;
  const [bitDepth = 0, colourType = 0] = data.subarray(8);
  return BIT_DEPTHS[colourType]?.includes(bitDepth) ? null : "has a PNG header that is not valid";
};

/** The fault of a PNG file, as the end of a sentence; null if it is valid. Decodes no pixels. */
export const findPngFault = (bytes: Buffer): string | null => {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return "is not a PNG image";
  const chunks = readChunks(bytes);
  const [header] = chunks ?? [];
  if (!chunks || !header) return "is a PNG image that is cut off or damaged";
  const fault = headerFault(header);
  if (fault !== null) return fault;
  const isWhole = chunks.some(({ type }) => type === "IDAT") && chunks.at(-1)?.type === "IEND";
  return isWhole ? null : "is a PNG image that is cut off or damaged";
};
