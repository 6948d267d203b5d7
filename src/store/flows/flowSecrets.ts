import { recordOf } from "../due.ts";
import { accountPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";

export interface SealedSecret {
  readonly name: string;
  /** Sealed for its account, flow and name. */
  readonly sealed: string;
  readonly origins: readonly string[];
  readonly updatedAt: string;
}

/** All secrets of a flow, in one item. */
export interface FlowSecrets {
  readonly accountId: string;
  readonly flowId: string;
  readonly secrets: readonly SealedSecret[];
  /** Incremented with every change, for optimistic locking. */
  readonly turn: number;
}

const secretsKey = (accountId: string, flowId: string): Key => ({
  pk: accountPartition("FLOWSECRETS", accountId),
  sk: flowId,
});

export const flowSecretStore = (table: Table) => ({
  key: secretsKey,

  async get(accountId: string, flowId: string): Promise<FlowSecrets> {
    const item = await table.get(secretsKey(accountId, flowId));
    return item ? recordOf<FlowSecrets>(item) : { accountId, flowId, secrets: [], turn: 0 };
  },

  /** Replaces the secrets; refused if they have changed since they were read. */
  change: (before: FlowSecrets, secrets: readonly SealedSecret[]): Write[] => [
    {
      kind: "put",
      item: {
        ...before,
        secrets,
        turn: before.turn + 1,
        ...secretsKey(before.accountId, before.flowId),
      },
      when: before.turn === 0 ? { pk: { exists: false } } : { turn: { eq: before.turn } },
    },
  ],

  remove: (accountId: string, flowId: string): Write[] => [
    { kind: "remove", key: secretsKey(accountId, flowId) },
  ],
});
