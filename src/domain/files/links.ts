import { createHmac, timingSafeEqual } from "node:crypto";
import type { Keys } from "../../adapters/keyring.ts";
import { notFound } from "../errors.ts";

const MAC_BYTES = 16;

/** Links to files that need no key: the signed id says which file it is and when the link expires. */
export const createFileLinks = (readKeys: () => Promise<Keys>, now: () => number) => {
  const sign = (key: Buffer, text: string): Buffer =>
    createHmac("sha256", key).update(text).digest().subarray(0, MAC_BYTES);

  return {
    /** An id for `GET /files/{id}`. */
    async issue(objectKey: string, lifetimeMs: number): Promise<string> {
      const text = `${now() + lifetimeMs}:${objectKey}`;
      const { current } = await readKeys();
      return Buffer.concat([sign(current.key, text), Buffer.from(text)]).toString("base64url");
    },

    /** @throws DomainError `not-found` for an id that was not issued here or has expired */
    async read(id: string): Promise<string> {
      const bytes = Buffer.from(id, "base64url");
      const text = bytes.subarray(MAC_BYTES).toString();
      const mac = bytes.subarray(0, MAC_BYTES);
      const { all } = await readKeys();
      const isOurs = mac.length === MAC_BYTES && all.some(({ key }) => timingSafeEqual(mac, sign(key, text)));
      const colon = text.indexOf(":");
      if (!isOurs || Number(text.slice(0, colon)) < now() || bytes.toString("base64url") !== id)
        throw notFound("file", "of this address");
      return text.slice(colon + 1);
    },
  };
};

export type FileLinks = ReturnType<typeof createFileLinks>;

export interface WithFileLinks {
  readonly fileLinks: FileLinks;
}
