import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

const checksum = (text: string): string => {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
};

/** Keys of one kind: a prefix, 30 random base62 characters and a CRC32 checksum of both. */
const keyFormat = (prefix: string) => {
  const shape = new RegExp(`^${prefix}[${ALPHABET}]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);
  return {
    make: (): string => {
      const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
      const body = prefix + random.join("");
      return body + checksum(body);
    },

    /** Whether a text is meant to be a key of this kind, even if mistyped. */
    isMeant: (text: string): boolean => text.startsWith(prefix),

    /** Whether a text can be a valid key. The checksum finds typos without reading the table. */
    isWellFormed: (text: string): boolean =>
      shape.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH),

    /** Prefix, asterisks, last four characters. */
    mask: (key: string): string => `${prefix}${"*".repeat(12)}${key.slice(-4)}`,
  };
};

const apiKeys = keyFormat("gl_live_");
export const makeKey = apiKeys.make;
export const isWellFormedKey = apiKeys.isWellFormed;
export const maskKey = apiKeys.mask;

/** Tokens in sign-in links, in the cookies of sessions, and in those of browsers that asked for a link. */
export const signInTokens = keyFormat("gl_link_");
/** The `state` that an identity provider returns. */
export const ssoStates = keyFormat("gl_sso_");
export const sessionTokens = keyFormat("gl_sess_");

/** What a device asks for approval with, and what it sends once it has it. */
export const deviceCodes = keyFormat("gl_code_");
export const deviceTokens = keyFormat("gl_user_");

/** Whether a text is meant as what a program identifies itself with: a key, or a device's token. */
export const isMeantAsKey = (text: string): boolean => apiKeys.isMeant(text) || deviceTokens.isMeant(text);

/** Read-only tokens of flows. */
export const flowTokenFormat = keyFormat("gl_read_");

/** The stored hash of a key or token: enough to recognise it, not enough to use it. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("hex");
