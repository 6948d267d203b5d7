import { ConditionFailed, type Key, type Table } from "./table.ts";

/** The stored answer to a request; `body` is sealed where it shows a secret. */
export interface StoredReply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface IdempotencyRecord {
  /** What was asked for: the same key with another request is a mistake. */
  readonly fingerprint: string;
  /** Until when the first request may still be at work, in epoch milliseconds. */
  readonly lockedUntilMs: number;
  /** The outcome, once there is one. */
  readonly reply: StoredReply | null;
}

const recordKey = (accountId: string, keyHash: string): Key => ({
  pk: `IDEMPOTENCY#${accountId}`,
  sk: keyHash,
});

export const idempotencyStore = (table: Table) => ({
  /**
   * Takes the key for a request.
   *
   * @returns null when the caller holds it now, else what is known of the request that does
   */
  async claim(
    accountId: string,
    keyHash: string,
    claim: { readonly fingerprint: string; readonly lockedUntilMs: number; readonly expiresAtMs: number },
  ): Promise<IdempotencyRecord | null> {
    const key = recordKey(accountId, keyHash);
    const { fingerprint, lockedUntilMs, expiresAtMs } = claim;
    const set = { fingerprint, lockedUntilMs, reply: null, ttl: Math.ceil(expiresAtMs / 1000) };
    try {
      await table.update({ key, set, when: { pk: { exists: false } } });
      return null;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
    const item = await table.get(key);
    return item ? (item as unknown as IdempotencyRecord) : this.claim(accountId, keyHash, claim);
  },

  /** Takes over from a request that died at work; refused where it did not, or another was quicker. */
  async takeOver(
    accountId: string,
    keyHash: string,
    dead: IdempotencyRecord,
    lockedUntilMs: number,
  ): Promise<boolean> {
    try {
      await table.update({
        key: recordKey(accountId, keyHash),
        set: { lockedUntilMs },
        when: { lockedUntilMs: { eq: dead.lockedUntilMs }, fingerprint: { eq: dead.fingerprint } },
      });
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
  },

  async keep(accountId: string, keyHash: string, reply: StoredReply): Promise<void> {
    await table.update({ key: recordKey(accountId, keyHash), set: { reply, lockedUntilMs: 0 } });
  },

  /** Gives the key back: the request had no outcome worth keeping. */
  async release(accountId: string, keyHash: string): Promise<void> {
    await table.transact([{ kind: "remove", key: recordKey(accountId, keyHash) }]);
  },
});
