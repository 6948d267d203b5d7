/**
 * Opens Office files that are encrypted with a password: [MS-OFFCRYPTO] 2.3.4.10, "agile" encryption, as Office 2010 and later and
 * LibreOffice write it.
 */
import { createDecipheriv, hash as hashOf } from "node:crypto";
import * as cfb from "cfb";
import { Parser } from "htmlparser2";
import { FileFault, needsPassword, wrongPassword } from "../faults.ts";

const WHAT = "The Office file";

const sha = (algorithm: string, ...parts: readonly Uint8Array[]): Buffer =>
  hashOf(algorithm, parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts), "buffer");

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** The hash of salt and password, hashed again and again so that guessing takes long. */
const spin = (algorithm: string, salt: Buffer, password: string, count: number): Buffer => {
  let hash = sha(algorithm, salt, Buffer.from(password, "utf16le"));
  const input = Buffer.concat([Buffer.alloc(4), hash]);
  for (let turn = 0; turn < count; turn++) {
    input.writeUInt32LE(turn);
    hash.copy(input, 4);
    hash = sha(algorithm, input);
  }
  return hash;
};

/** Cut, or filled up as the standard says. */
const sized = (bytes: Buffer, length: number, filler: number): Buffer =>
  bytes.length >= length
    ? bytes.subarray(0, length)
    : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, filler)]);

const decipher = (key: Buffer, iv: Buffer, bytes: Buffer): Buffer => {
  const open = createDecipheriv(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false);
  return Buffer.concat([open.update(bytes), open.final()]);
};

/** What was encrypted: its length, then its bytes in whole blocks. */
const splitPackage = (stream: Buffer): { readonly length: number; readonly bytes: Buffer } => {
  const bytes = stream.subarray(8);
  const length = Number(stream.readBigUInt64LE(0));
  if (length > bytes.length) throw new FileFault(`${WHAT} is truncated: its encrypted part is incomplete.`);
  return { length, bytes };
};

interface Agile {
  readonly hash: string;
  readonly salt: Buffer;
  readonly blockBytes: number;
  readonly keyBytes: number;
  readonly attributes: Readonly<Record<string, string>>;
}

const HASHES: ReadonlySet<string> = new Set(["sha1", "sha256", "sha384", "sha512"]);

const readAgile = (attributes: Readonly<Record<string, string>>): Agile => {
  const hash = (attributes.hashAlgorithm ?? "").toLowerCase().replace("-", "");
  const isKnown =
    attributes.cipherAlgorithm === "AES" &&
    attributes.cipherChaining === "ChainingModeCBC" &&
    HASHES.has(hash);
  if (!isKnown)
    throw new FileFault(
      `${WHAT} is encrypted in a way that cannot be opened: ${attributes.cipherAlgorithm}, ${attributes.hashAlgorithm}.`,
    );
  return {
    hash,
    salt: Buffer.from(attributes.saltValue ?? "", "base64"),
    blockBytes: Number(attributes.blockSize),
    keyBytes: Number(attributes.keyBits) / 8,
    attributes,
  };
};

/** [MS-OFFCRYPTO] 2.3.4.13: what each derived key is for. */
const BLOCKS = {
  input: Buffer.from("fea7d2763b4b9e79", "hex"),
  value: Buffer.from("d7aa0f6d3061344e", "hex"),
  key: Buffer.from("146e0be7abacd0d6", "hex"),
} as const;
/** The filler of what is too short. */
const FILLER = 0x36;
/** Each part of the file has an initialization vector of its own. */
const SEGMENT_BYTES = 4_096;

const openAgile = (info: Buffer, stream: Buffer, password: string): Buffer => {
  const found = new Map<string, Record<string, string>>();
  const parser = new Parser(
    { onopentag: (name, attributes) => found.set(name.slice(name.indexOf(":") + 1), attributes) },
    { xmlMode: true },
  );
  parser.end(info.subarray(8).toString("utf8"));
  const data = readAgile(found.get("keyData") ?? {});
  const { hash, salt, keyBytes, attributes } = readAgile(found.get("encryptedKey") ?? {});
  const spun = spin(hash, salt, password, Number(attributes.spinCount));
  const unwrap = (block: Buffer, name: string): Buffer =>
    decipher(
      sized(sha(hash, spun, block), keyBytes, FILLER),
      sized(salt, 16, FILLER),
      Buffer.from(attributes[name] ?? "", "base64"),
    );
  const proof = sha(hash, unwrap(BLOCKS.input, "encryptedVerifierHashInput"));
  const expected = unwrap(BLOCKS.value, "encryptedVerifierHashValue").subarray(0, proof.length);
  if (!proof.equals(expected)) throw wrongPassword(WHAT);
  const key = unwrap(BLOCKS.key, "encryptedKeyValue").subarray(0, data.keyBytes);
  const { length, bytes } = splitPackage(stream);
  const parts: Buffer[] = [];
  for (let at = 0; at + 16 <= bytes.length; at += SEGMENT_BYTES) {
    const part = bytes.subarray(at, at + SEGMENT_BYTES);
    const iv = sized(sha(data.hash, data.salt, uint32(at / SEGMENT_BYTES)), data.blockBytes, FILLER);
    parts.push(decipher(key, iv, part.subarray(0, part.length - (part.length % 16))));
  }
  return Buffer.concat(parts).subarray(0, length);
};

const openStreams = (bytes: Uint8Array): { readonly info: Buffer; readonly stream: Buffer } => {
  const container = cfb.parse(Buffer.from(bytes), { type: "buffer" });
  const read = (name: string): Buffer => {
    const content = cfb.find(container, name)?.content;
    if (!content) throw new Error(`it has no ${name}.`);
    return Buffer.from(content);
  };
  return { info: read("/EncryptionInfo"), stream: read("/EncryptedPackage") };
};

/**
 * The file that an encrypted container holds. A spin count that is built to take forever ends with the thread.
 *
 * @throws FileFault without the password, with a wrong one, or if the file is damaged
 */
export const openEncryptedOffice = (bytes: Uint8Array, password: string | undefined): Buffer => {
  if (password === undefined) throw needsPassword(WHAT);
  try {
    const { info, stream } = openStreams(bytes);
    const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
    if (major === 4 && minor === 4) return openAgile(info, stream, password);
    throw new FileFault(
      `${WHAT} is encrypted in the way of Office 2007 or earlier (${major}.${minor}), which cannot be opened. Save it with a later version.`,
    );
  } catch (error) {
    if (error instanceof FileFault) throw error;
    throw new FileFault(`${WHAT} is damaged and cannot be opened.`);
  }
};
