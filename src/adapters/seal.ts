import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Keys } from "./keyring.ts";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals a text with AES-256-GCM (NIST SP 800-38D).
 *
 * @param key 32 bytes
 * @param context identifies what the text belongs to (account, record); needed again to open it
 * @returns nonce, tag and ciphertext in base64url
 */
export const sealText = (key: Buffer, text: string, context: string): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64url");
};

/** @throws Error if the key or the context differs, or the sealed text was changed */
export const openSealed = (key: Buffer, sealed: string, context: string): string => {
  const bytes = Buffer.from(sealed, "base64url");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag);
  const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return text.toString("utf8");
};

/** The record that a sealed text belongs to; the text cannot be opened for another. */
interface SealedFor {
  readonly accountId: string;
  readonly recordId: string;
}

/** Version 1 of the service secret has no prefix. */
const prefixOf = (version: number): string => (version === 1 ? "" : `${version}.`);

/**
 * Seals accounts' secrets with keys of the service. A sealed text names the version of the key in a prefix, so that it can
 * still be opened after the service secret is rotated.
 */
export const createSeals = (readKeys: () => Promise<Keys>) => {
  const contextOf = ({ accountId, recordId }: SealedFor): string => JSON.stringify([accountId, recordId]);
  return {
    seal: async (text: string, owner: SealedFor): Promise<string> => {
      const { current } = await readKeys();
      return `${prefixOf(current.version)}${sealText(current.key, text, contextOf(owner))}`;
    },
    /** @throws Error if the text was sealed for another record or with another key, or was changed */
    open: async (sealed: string, owner: SealedFor): Promise<string> => {
      const [, prefix = "1", body = sealed] = /^(\d+)\.(.*)$/s.exec(sealed) ?? [];
      const found = (await readKeys()).all.find(({ version }) => version === Number(prefix));
      if (!found) throw new Error(`version ${prefix} of the service secret is not known`);
      return openSealed(found.key, body, contextOf(owner));
    },
  };
};

export type Seals = ReturnType<typeof createSeals>;
