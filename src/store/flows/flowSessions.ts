import type { FlowSession } from "../../contract/flows/sessions.ts";
import { recordOf } from "../due.ts";
import { accountPartition } from "../partitions.ts";
import { TABLE } from "../schema.ts";
import type { Key, Table, Write } from "../table.ts";

/** The run that is signing in. */
export interface SignInLease {
  /** The run, or the shard of one. */
  readonly by: string;
  readonly untilMs: number;
}

/** The cookies and storage that a flow's runs share. */
export interface KeptSession {
  /** Sealed for its account and flow. */
  readonly sealed: string;
  readonly source: NonNullable<FlowSession["source"]>;
  readonly cookies: number;
  readonly storage: number;
  readonly bytes: number;
  readonly signedInAt: string;
  readonly savedAt: string;
}

/** The session of a flow, and what its runs need to sign in only once. */
export interface FlowSessionRecord {
  readonly accountId: string;
  readonly flowId: string;
  /** What the session was made with; another origin, proxy or sign-in step has another print. */
  readonly print: string;
  /** Number of the sign-in: raised by each, and by whatever ends a session. */
  readonly login: number;
  readonly session: KeptSession | null;
  /** Sign-ins that were started since the last that succeeded. */
  readonly attempts: number;
  readonly lease: SignInLease | null;
  /** Incremented with every change, for optimistic locking. */
  readonly turn: number;
}

const sessionKey = (accountId: string, flowId: string): Key => ({
  pk: accountPartition("FLOWSESSIONS", accountId),
  sk: flowId,
});

export const flowSessionStore = (table: Table) => ({
  async get(accountId: string, flowId: string): Promise<FlowSessionRecord | null> {
    const item = await table.get(sessionKey(accountId, flowId));
    return item ? recordOf<FlowSessionRecord>(item) : null;
  },

  /**
   * Writes the record; refused if it has changed since it was read.
   *
   * @param before as it was read; null if there was none
   * @param expiresAtMs when it may be forgotten; null if it may not
   */
  change: (
    before: FlowSessionRecord | null,
    after: Omit<FlowSessionRecord, "turn">,
    expiresAtMs: number | null,
  ): Write[] => [
    {
      kind: "put",
      item: {
        ...after,
        turn: (before?.turn ?? 0) + 1,
        ...(expiresAtMs !== null && { [TABLE.ttl]: Math.ceil(expiresAtMs / 1_000) }),
        ...sessionKey(after.accountId, after.flowId),
      },
      when: before ? { turn: { eq: before.turn } } : { pk: { exists: false } },
    },
  ],

  remove: (accountId: string, flowId: string): Write[] => [
    { kind: "remove", key: sessionKey(accountId, flowId) },
  ],
});
