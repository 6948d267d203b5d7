import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Keys } from "./keyring.ts";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Nonce, tag and ciphertext. */
const sealBytes = (key: Buffer, bytes: Buffer, context: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
};

const openBytes = (key: Buffer, bytes: Buffer, context: string): Buffer => {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
};

/**
 * Seals a text with AES-256-GCM (NIST SP 800-38D).
 *
 * @param key 32 bytes
 * @param context identifies what the text belongs to (account, record); needed again to open it
 * @returns nonce, tag and ciphertext in base64url
 */
export const sealText = (key: Buffer, text: string, context: string): string =>
  sealBytes(key, Buffer.from(text), context).toString("base64url");

/** @throws Error if the key or the context differs, or the sealed text was changed */
export const openSealed = (key: Buffer, sealed: string, context: string): string =>
  openBytes(key, Buffer.from(sealed, "base64url"), context).toString("utf8");

/** The record that a sealed text belongs to; the text cannot be opened for another. */
interface SealedFor {
  readonly accountId: string;
  readonly recordId: string;
}

/** Version 1 of the service secret has no prefix. */
const prefixOf = (version: number): string => (version === 1 ? "" : `${version}.`);

/** Bytes begin with the version, as an unsigned 32-bit integer. */
const VERSION_BYTES = 4;

/**
 * Seals accounts' secrets with keys of the service. A sealed text names the version of the key in a prefix, so that it can
 * still be opened after the service secret is rotated.
 */
export const createSeals = (readKeys: () => Promise<Keys>) => {
  const contextOf = ({ accountId, recordId }: SealedFor): string => JSON.stringify([accountId, recordId]);
  const keyOf = async (version: number): Promise<Buffer> => {
    const found = (await readKeys()).all.find((key) => key.version === version);
    if (!found) throw new Error(`version ${version} of the service secret is not known`);
    return found.key;
  };
  return {
    seal: async (text: string, owner: SealedFor): Promise<string> => {
      const { current } = await readKeys();
      return `${prefixOf(current.version)}${sealText(current.key, text, contextOf(owner))}`;
    },
    /** @throws Error if the text was sealed for another record or with another key, or was changed */
    open: async (sealed: string, owner: SealedFor): Promise<string> => {
      const [, prefix = "1", body = sealed] = /^(\d+)\.(.*)$/s.exec(sealed) ?? [];
      return openSealed(await keyOf(Number(prefix)), body, contextOf(owner));
    },
    sealBytes: async (bytes: Buffer, owner: SealedFor): Promise<Buffer> => {
      const { current } = await readKeys();
      const version = Buffer.alloc(VERSION_BYTES);
      version.writeUInt32BE(current.version);
      return Buffer.concat([version, sealBytes(current.key, bytes, contextOf(owner))]);
    },
    /** @throws as `open` */
    openBytes: async (sealed: Buffer, owner: SealedFor): Promise<Buffer> =>
      openBytes(await keyOf(sealed.readUInt32BE()), sealed.subarray(VERSION_BYTES), contextOf(owner)),
  };
};

export type Seals = ReturnType<typeof createSeals>;
