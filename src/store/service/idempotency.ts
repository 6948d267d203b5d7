import { accountPartition } from "../partitions.ts";
import { ConditionFailed, type Key, type Table } from "../table.ts";

/** The stored response to a request; `body` is sealed if it shows a secret. */
export interface StoredReply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface IdempotencyClaim {
  /** Fingerprint of the request: reusing the key with another request is an error. */
  readonly fingerprint: string;
  /** The request that holds the key; only it may store the outcome. */
  readonly owner: string;
  /** Until when that request may still be running, in epoch milliseconds. */
  readonly lockedUntilMs: number;
  readonly expiresAtMs: number;
}

interface IdempotencyRecord extends IdempotencyClaim {
  /** The outcome, once there is one. */
  readonly reply: StoredReply | null;
}

const recordKey = (accountId: string, keyHash: string): Key => ({
  pk: accountPartition("IDEMPOTENCY", accountId),
  sk: keyHash,
});

const isRefusal = (error: unknown): boolean => error instanceof ConditionFailed;

export const idempotencyStore = (table: Table) => {
  const setClaim = ({ expiresAtMs, ...claim }: IdempotencyClaim) => ({
    ...claim,
    expiresAtMs,
    reply: null,
    ttl: Math.ceil(expiresAtMs / 1000),
  });

  /** Writes if `when` holds; otherwise false. */
  const tryUpdate = async (update: Parameters<Table["update"]>[0]): Promise<boolean> => {
    try {
      await table.update(update);
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  };

  return {
    /**
     * Claims the key for a request, taking over a claim that was released, has expired or whose function crashed.
     *
     * @returns null if the caller now holds the key; otherwise the record of the request that does
     */
    async claim(
      accountId: string,
      keyHash: string,
      claim: IdempotencyClaim,
      nowMs: number,
    ): Promise<IdempotencyRecord | null> {
      const key = recordKey(accountId, keyHash);
      if (await tryUpdate({ key, set: setClaim(claim), when: { pk: { exists: false } } })) return null;
      const known = (await table.get(key)) as unknown as IdempotencyRecord | null;
      // It is our own claim: the response to the first attempt was lost.
      if (known?.owner === claim.owner) return null;
      const isOver = known && known.expiresAtMs <= nowMs;
      const isDead = known && known.reply === null && known.lockedUntilMs <= nowMs;
      const isFree = isOver || (isDead && known.fingerprint === claim.fingerprint);
      if (!isFree) return known;
      if (await tryUpdate({ key, set: setClaim(claim), when: { owner: { eq: known.owner } } })) return null;
      // Another request was faster.
      return (await table.get(key)) as unknown as IdempotencyRecord | null;
    },

    /** Stores the outcome; does nothing if another request has taken over. */
    async keep(accountId: string, keyHash: string, owner: string, reply: StoredReply): Promise<void> {
      await tryUpdate({ key: recordKey(accountId, keyHash), set: { reply }, when: { owner: { eq: owner } } });
    },

    /**
     * Releases the key: the request had no outcome worth storing. The claim is ended, not removed, because most roles
     * may not remove items of the table.
     */
    async release(accountId: string, keyHash: string, owner: string): Promise<void> {
      const ended = { lockedUntilMs: 0, expiresAtMs: 0 };
      await tryUpdate({ key: recordKey(accountId, keyHash), set: ended, when: { owner: { eq: owner } } });
    },
  };
};
