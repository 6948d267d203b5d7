import type { Readable } from "node:stream";
import { promisify } from "node:util";
import {
  brotliDecompress,
  constants,
  gunzip,
  inflate,
  inflateRaw,
  type ZlibOptions,
  zstdDecompress,
} from "node:zlib";
import { TargetError } from "./errors.ts";

type Decode = (body: Buffer, options: ZlibOptions) => Promise<Buffer>;

const unzip: Decode = (body, options) => promisify(gunzip)(body, options);
/** "deflate" means zlib's format (RFC 9110 8.4.1.2), but some servers send the bare stream. */
const undeflate: Decode = (body, options) =>
  promisify(((body[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(body, options);
const unbrotli: Decode = (body, { maxOutputLength }) =>
  promisify(brotliDecompress)(body, { maxOutputLength });
/** RFC 9659: a content coding may use a window of at most 8 MB. */
const unzstd: Decode = (body, { maxOutputLength }) =>
  promisify(zstdDecompress)(body, { maxOutputLength, params: { [constants.ZSTD_d_windowLogMax]: 23 } });

const DECODERS: ReadonlyMap<string, Decode> = new Map([
  ["gzip", unzip],
  ["x-gzip", unzip],
  ["deflate", undeflate],
  ["br", unbrotli],
  ["zstd", unzstd],
]);
const MAX_CODINGS = 2;

export const ACCEPT_ENCODING = "gzip, deflate, br, zstd";

const tooLarge = (maxBytes: number): TargetError =>
  new TargetError(
    "target-failed",
    `The target's response is larger than ${maxBytes.toLocaleString("en")} bytes.`,
    {
      retryable: false,
    },
  );

/** A cap on a body in bytes, which may depend on how the body starts. */
export type ByteCap = number | ((start: Buffer) => number);

/** Reads a body as sent, without decoding. @throws TargetError if it exceeds the cap */
const readWire = async (stream: Readable, cap: ByteCap): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  let maxBytes: number | undefined;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    maxBytes ??= capFor(cap, chunk);
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
};

const capFor = (cap: ByteCap, start: Buffer): number => (typeof cap === "number" ? cap : cap(start));

export interface Body {
  readonly body: Buffer;
  /** The compressed data ended early: this is what was before its end, as browsers show it. */
  readonly isCut: boolean;
}

const decodeOnce = async (decode: Decode, body: Buffer, maxOutputLength: number): Promise<Body> => {
  try {
    return { body: await decode(body, { maxOutputLength }), isCut: false };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "Z_BUF_ERROR") throw error;
    const options = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH };
    return { body: await decode(body, options), isCut: true };
  }
};

/** Reads a whole body and decodes it. Neither the encoded nor the decoded form may exceed the cap. */
export const readBody = async (stream: Readable, contentEncoding: string, cap: ByteCap): Promise<Body> => {
  const codings = contentEncoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  const decoders = codings.map((coding) => DECODERS.get(coding));
  const wire = await readWire(stream, decoders.length > 0 ? capFor(cap, Buffer.alloc(0)) : cap);
  const maxBytes = capFor(cap, wire);
  let [body, isCut] = [wire, false];
  if (decoders.length > MAX_CODINGS || decoders.includes(undefined))
    throw new TargetError("target-failed", "The target's response has an unknown encoding.", {
      retryable: false,
    });
  for (const decode of decoders.reverse()) {
    if (!decode || body.length === 0) continue;
    try {
      const decoded = await decodeOnce(decode, body, maxBytes);
      [body, isCut] = [decoded.body, isCut || decoded.isCut];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(maxBytes);
      throw new TargetError("target-failed", "The target's response cannot be decompressed.", {
        retryable: false,
        cause: error,
      });
    }
  }
  return { body, isCut };
};
