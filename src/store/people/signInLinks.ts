import { recordOf } from "../due.ts";
import { otherPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";

/** A sign-in link that was mailed. The token in it is not stored. */
export interface SignInLinkRecord {
  /** SHA-256 of the token. */
  readonly hash: string;
  readonly email: string;
  /** SHA-256 of the cookie of the browser that asked for it. */
  readonly browser: string;
  readonly expiresAt: string;
}

const linkKey = (hash: string): Key => ({ pk: otherPartition("SIGNINLINK", hash), sk: "LINK" });

export const signInLinkStore = (table: Table) => ({
  insert: (link: SignInLinkRecord): Write[] => [
    {
      kind: "put",
      item: { ...link, ...linkKey(link.hash), ttl: Math.ceil(Date.parse(link.expiresAt) / 1_000) },
    },
  ],

  async find(hash: string): Promise<SignInLinkRecord | null> {
    const item = await table.get(linkKey(hash));
    return item && recordOf<SignInLinkRecord>(item);
  },

  /** Refused if the link was used. */
  use: ({ hash }: SignInLinkRecord): Write[] => [
    { kind: "remove", key: linkKey(hash), when: { pk: { exists: true } } },
  ],
});
