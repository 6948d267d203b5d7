import { dueAttributes } from "./due.ts";
import { accountPartition } from "./partitions.ts";
import type { Key, Write } from "./table.ts";

const digestKey = (accountId: string): Key => ({ pk: accountPartition("DIGEST", accountId), sk: "DIGEST" });

/** When each account's weekly report is due: an item of its own, so that nothing else moves it. */
export const digestStore = () => ({
  begin: (accountId: string, dueAtMs: number): Write[] => [
    {
      kind: "put",
      item: { accountId, ...digestKey(accountId), ...dueAttributes("digest", accountId, dueAtMs) },
      when: { pk: { exists: false } },
    },
  ],

  /** There is no more report: written with the end of the account. */
  end: (accountId: string): Write[] => [{ kind: "remove", key: digestKey(accountId) }],

  /** Moves on to the next report, on condition that no one else has: commit it with the mails of this one. */
  moveOn: (accountId: string, seenDueAt: string, nextDueAtMs: number): Write[] => [
    {
      kind: "update",
      key: digestKey(accountId),
      set: dueAttributes("digest", accountId, nextDueAtMs),
      when: { dueAt: { eq: seenDueAt } },
    },
  ],
});
