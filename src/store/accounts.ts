import type { PlanName } from "../contract/plans.ts";
import { recordOf } from "./due.ts";
import type { Key, Table, Write } from "./table.ts";

export interface AccountRecord {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly ownerId: string;
  readonly plan: PlanName;
  /** Keys that may write keys and never expire: the last of them cannot be revoked. */
  readonly keyWriters: number;
  readonly createdAt: string;
}

export const accountKey = (id: string): Key => ({ pk: `ACCOUNT#${id}`, sk: "ACCOUNT" });

export const accountStore = (table: Table) => ({
  insert: (account: AccountRecord): Write[] => [
    { kind: "put", item: { ...account, ...accountKey(account.id) }, when: { pk: { exists: false } } },
  ],

  async get(id: string): Promise<AccountRecord | null> {
    const item = await table.get(accountKey(id));
    return item && recordOf<AccountRecord>(item);
  },

  /** One more key that may write keys. */
  addKeyWriter: (id: string): Write[] => [
    { kind: "update", key: accountKey(id), add: { keyWriters: 1 }, when: { pk: { exists: true } } },
  ],

  /** One less; refused where it is the last. */
  removeKeyWriter: (id: string): Write[] => [
    { kind: "update", key: accountKey(id), add: { keyWriters: -1 }, when: { keyWriters: { gte: 2 } } },
  ],
});
