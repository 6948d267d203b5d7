import { recordOf } from "../due.ts";
import { accountPartition, otherPartition } from "../partitions.ts";
import { ConditionFailed, type Key, type Table, type Write } from "../table.ts";

export interface FlowTokenRecord {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the token, in hex. The token itself is not stored. */
  readonly hash: string;
  readonly masked: string;
  readonly createdAt: string;
}

/** All tokens of a flow, in one item. */
export interface FlowTokens {
  readonly accountId: string;
  readonly flowId: string;
  readonly tokens: readonly FlowTokenRecord[];
  /** Incremented with every change, for optimistic locking. */
  readonly turn: number;
}

/** The flow that a token gives access to, found by its hash in one read. */
export interface FoundToken {
  readonly accountId: string;
  readonly flowId: string;
  readonly tokenId: string;
  readonly hash: string;
  readonly lastUsedAt: string | null;
}

const tokensKey = (accountId: string, flowId: string): Key => ({
  pk: accountPartition("FLOWTOKENS", accountId),
  sk: flowId,
});

export const tokenHashKey = (hash: string): Key => ({ pk: otherPartition("TOKENHASH", hash), sk: "TOKEN" });

export const removeTokenHash = (hash: string): Write => ({ kind: "remove", key: tokenHashKey(hash) });

/** Holds if the tokens are unchanged since they were read. */
const unchanged = ({ turn }: FlowTokens) => (turn === 0 ? { pk: { exists: false } } : { turn: { eq: turn } });

export const flowTokenStore = (table: Table) => ({
  async get(accountId: string, flowId: string): Promise<FlowTokens> {
    const item = await table.get(tokensKey(accountId, flowId));
    return item ? recordOf<FlowTokens>(item) : { accountId, flowId, tokens: [], turn: 0 };
  },

  /** Replaces the tokens; refused if they have changed since they were read. */
  change: (before: FlowTokens, tokens: readonly FlowTokenRecord[]): Write[] => {
    const { accountId, flowId, turn } = before;
    const stay = new Set(tokens.map(({ hash }) => hash));
    const known = new Set(before.tokens.map(({ hash }) => hash));
    const added = tokens.filter(({ hash }) => !known.has(hash));
    const gone = before.tokens.filter(({ hash }) => !stay.has(hash));
    return [
      {
        kind: "put",
        item: { ...before, tokens, turn: turn + 1, ...tokensKey(accountId, flowId) },
        when: unchanged(before),
      },
      ...gone.map(({ hash }) => removeTokenHash(hash)),
      ...added.map(({ id, hash }): Write => {
        const found: FoundToken = { accountId, flowId, tokenId: id, hash, lastUsedAt: null };
        return { kind: "put", item: { ...found, ...tokenHashKey(hash) }, when: { pk: { exists: false } } };
      }),
    ];
  },

  /** Refused if the tokens have changed since they were read. */
  remove: (before: FlowTokens): Write[] => [
    { kind: "remove", key: tokensKey(before.accountId, before.flowId), when: unchanged(before) },
    ...before.tokens.map(({ hash }) => removeTokenHash(hash)),
  ],

  async findByHash(hash: string): Promise<FoundToken | null> {
    const item = await table.get(tokenHashKey(hash));
    return item && recordOf<FoundToken>(item);
  },

  /** Records that the token was used; does nothing if it is gone. */
  async touch(hash: string, lastUsedAt: string): Promise<void> {
    try {
      await table.update({ key: tokenHashKey(hash), set: { lastUsedAt }, when: { pk: { exists: true } } });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  },
});
