import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "gl_live_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${PREFIX}[${ALPHABET}]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

const checksum = (text: string): string => {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
};

/** A new API key: prefix, 30 random base62 characters, CRC32 checksum of both. */
export const makeKey = (): string => {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  const body = PREFIX + random.join("");
  return body + checksum(body);
};

/** Whether a text is meant as a key of ours, be it mistyped: every other token has another beginning. */
export const isMeantAsKey = (text: string): boolean => text.startsWith(PREFIX);

/** Whether a text can be a key at all: a mistyped one is known as such with no table read. */
export const isWellFormedKey = (text: string): boolean =>
  SHAPE.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);

/** What of a key is kept: enough to recognise it, not to use it. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("hex");

/** Prefix, asterisks, last four characters. */
export const maskKey = (key: string): string => `${PREFIX}${"*".repeat(12)}${key.slice(-4)}`;
