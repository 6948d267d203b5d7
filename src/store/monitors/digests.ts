import type { DigestPeriod } from "../../contract/flows/monitor.ts";
import { dueAttributes } from "../due.ts";
import { accountPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";

const digestPartition = (accountId: string): string => accountPartition("DIGEST", accountId);

const digestKey = (accountId: string): Key => ({ pk: digestPartition(accountId), sk: "DIGEST" });

const flowKey = (accountId: string, every: DigestPeriod, flowId: string): Key => ({
  pk: digestPartition(accountId),
  sk: `${every}#${flowId}`,
});

interface Digested {
  readonly id: string;
  readonly accountId: string;
  readonly monitor: { readonly digest?: DigestPeriod | undefined };
}

/**
 * When each account's reports are due, in a separate item that nothing else updates, and which flows have digests.
 */
export const digestStore = (table: Table) => ({
  begin: (accountId: string, dueAtMs: number): Write[] => [
    {
      kind: "put",
      item: { accountId, ...digestKey(accountId), ...dueAttributes("digest", accountId, dueAtMs) },
      when: { pk: { exists: false } },
    },
  ],

  /** Stops the reports: written when the account is closed. */
  end: (accountId: string): Write[] => [{ kind: "remove", key: digestKey(accountId) }],

  /** Schedules the next reports, unless someone else already has: commit it with this period's mails. */
  moveOn: (accountId: string, seenDueAt: string, nextDueAtMs: number): Write[] => [
    {
      kind: "update",
      key: digestKey(accountId),
      set: dueAttributes("digest", accountId, nextDueAtMs),
      when: { dueAt: { eq: seenDueAt } },
    },
  ],

  /** Sets a flow's digest: commit it with the flow. */
  follow: (before: Digested | null, after: Digested | null): Write[] => {
    const [old, next] = [before?.monitor.digest, after?.monitor.digest];
    if (old === next) return [];
    return [
      ...(before && old ? [{ kind: "remove" as const, key: flowKey(before.accountId, old, before.id) }] : []),
      ...(after && next
        ? [
            {
              kind: "put" as const,
              item: { accountId: after.accountId, ...flowKey(after.accountId, next, after.id) },
            },
          ]
        : []),
    ];
  },

  /** Ids of the flows with this kind of digest, newest first. */
  async flowsWith(accountId: string, every: DigestPeriod): Promise<string[]> {
    const prefix = `${every}#`;
    const items = await table.query({ pk: digestPartition(accountId), prefix, descending: true });
    return items.map(({ sk }) => sk.slice(prefix.length));
  },
});
