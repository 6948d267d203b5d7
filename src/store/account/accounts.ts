import type { MailTopic } from "../../contract/account/account.ts";
import type { AlertSeverity } from "../../contract/account/alerts.ts";
import type { PlanName } from "../../contract/account/plans.ts";
import { dueAttributes, recordOf } from "../due.ts";
import { accountPartition, otherPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";

export interface AccountRecord {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly ownerId: string;
  readonly plan: PlanName;
  /** Keys that may write keys and never expire; the last of them cannot be revoked. */
  readonly keyWriters: number;
  /** Members who are owners; the last of them stays. Absent for accounts without members. */
  readonly owners?: number;
  readonly createdAt: string;
  /** Recipients by topic; without recipients, mail on a topic goes to the owner. */
  readonly mail?: { readonly [topic in MailTopic]?: readonly string[] };
  /** The minimum alert severity to email; absent until someone sets it. */
  readonly alertMailSeverity?: AlertSeverity;
  /** Monthly budget in US dollars: once it is spent, no run starts in that month. */
  readonly maxMonthlyCostUsd?: number;
  /** Absent unless an operator has suspended the account. */
  readonly suspended?: Suspension;
  /** Incremented with every change of the settings; absent before the first. */
  readonly version?: number;
}

export interface Suspension {
  readonly at: string;
  /** Shown to the account's users. */
  readonly reason: string;
}

export interface ClosedAccount {
  readonly accountId: string;
  readonly closedAt: string;
}

interface AccountSettings {
  readonly name: string;
  readonly mail: NonNullable<AccountRecord["mail"]>;
  readonly alertMailSeverity: AlertSeverity;
  readonly maxMonthlyCostUsd: number | null;
}

const accountKey = (id: string): Key => ({ pk: accountPartition("ACCOUNT", id), sk: "ACCOUNT" });

const closedKey = (id: string): Key => ({ pk: otherPartition("CLOSED", id), sk: "CLOSED" });

export const accountStore = (table: Table) => ({
  insert: (account: AccountRecord): Write[] => [
    { kind: "put", item: { ...account, ...accountKey(account.id) }, when: { pk: { exists: false } } },
  ],

  async get(id: string): Promise<AccountRecord | null> {
    const item = await table.get(accountKey(id));
    return item && recordOf<AccountRecord>(item);
  },

  /** Refused if the settings have changed since `before` was read. */
  change: ({ id, version }: AccountRecord, { maxMonthlyCostUsd, ...settings }: AccountSettings): Write[] => [
    {
      kind: "update",
      key: accountKey(id),
      set: { ...settings, ...(maxMonthlyCostUsd !== null && { maxMonthlyCostUsd }) },
      add: { version: 1 },
      ...(maxMonthlyCostUsd === null && { remove: ["maxMonthlyCostUsd"] }),
      when: { pk: { exists: true }, version: version === undefined ? { exists: false } : { eq: version } },
    },
  ],

  /**
   * Closes an account: its keys stop working, nothing new starts, and nothing is sent for it. Only a marker remains,
   * which comes due at `dueAtMs`.
   */
  close: (id: string, closedAt: string, dueAtMs: number): Write[] => [
    { kind: "remove", key: accountKey(id), when: { pk: { exists: true } } },
    {
      kind: "put",
      item: { accountId: id, closedAt, ...closedKey(id), ...dueAttributes("closedAccount", id, dueAtMs) },
    },
  ],

  /** The account if it is closed and not fully erased; otherwise null. */
  async getClosed(id: string): Promise<ClosedAccount | null> {
    const item = await table.get(closedKey(id));
    return item && recordOf<ClosedAccount>(item);
  },

  /** Removes the marker, once the account is erased and none of its workers can still be running. */
  forgetClosed: ({ accountId }: ClosedAccount, seenDueAt: string): Write[] => [
    { kind: "remove", key: closedKey(accountId), when: { dueAt: { eq: seenDueAt } } },
  ],

  setPlan: (id: string, plan: PlanName): Write[] => [
    { kind: "update", key: accountKey(id), set: { plan }, when: { pk: { exists: true } } },
  ],

  suspend: (id: string, suspended: Suspension): Write[] => [
    { kind: "update", key: accountKey(id), set: { suspended }, when: { pk: { exists: true } } },
  ],

  /** Lifts a suspension. */
  resume: (id: string): Write[] => [
    { kind: "update", key: accountKey(id), remove: ["suspended"], when: { pk: { exists: true } } },
  ],

  /** Counts one more key that may write keys. */
  addKeyWriter: (id: string): Write[] => [
    { kind: "update", key: accountKey(id), add: { keyWriters: 1 }, when: { pk: { exists: true } } },
  ],

  /** Counts one more owner among the members. */
  addOwner: (id: string): Write[] => [
    { kind: "update", key: accountKey(id), add: { owners: 1 }, when: { pk: { exists: true } } },
  ],

  /** Counts one fewer; refused if it is the last. */
  removeOwner: (id: string): Write[] => [
    { kind: "update", key: accountKey(id), add: { owners: -1 }, when: { owners: { gte: 2 } } },
  ],

  /** The key of an account, to see whether a refusal is about it. */
  key: accountKey,

  /** Counts one fewer; refused if it is the last. */
  removeKeyWriter: (id: string): Write[] => [
    { kind: "update", key: accountKey(id), add: { keyWriters: -1 }, when: { keyWriters: { gte: 2 } } },
  ],
});
