import type { MailTopic } from "../contract/account.ts";
import type { AlertSeverity } from "../contract/alerts.ts";
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
  /** Who gets which mail, where it is not the owner. */
  readonly mail?: { readonly [topic in MailTopic]?: readonly string[] };
  /** The least severity of alerts that are mailed; absent where nobody has set it. */
  readonly alertMailSeverity?: AlertSeverity;
  /** US dollars of runs after which no run starts in the same month. */
  readonly maxMonthlyCostUsd?: number;
  /** Rises with every change of the settings; absent before the first. */
  readonly version?: number;
}

interface AccountSettings {
  readonly name: string;
  readonly mail: NonNullable<AccountRecord["mail"]>;
  readonly alertMailSeverity: AlertSeverity;
  readonly maxMonthlyCostUsd: number | null;
}

const accountKey = (id: string): Key => ({ pk: `ACCOUNT#${id}`, sk: "ACCOUNT" });

export const accountStore = (table: Table) => ({
  insert: (account: AccountRecord): Write[] => [
    { kind: "put", item: { ...account, ...accountKey(account.id) }, when: { pk: { exists: false } } },
  ],

  async get(id: string): Promise<AccountRecord | null> {
    const item = await table.get(accountKey(id));
    return item && recordOf<AccountRecord>(item);
  },

  /** Refused where the settings have changed since `before` was read. */
  change: ({ id, version }: AccountRecord, { maxMonthlyCostUsd, ...settings }: AccountSettings): Write[] => [
    {
      kind: "update",
      key: accountKey(id),
      set: { ...settings, ...(maxMonthlyCostUsd !== null && { maxMonthlyCostUsd }) },
      add: { version: 1 },
      ...(maxMonthlyCostUsd === null && { remove: ["maxMonthlyCostUsd"] }),
      when: { version: version === undefined ? { exists: false } : { eq: version } },
    },
  ],

  setPlan: (id: string, plan: PlanName): Write[] => [
    { kind: "update", key: accountKey(id), set: { plan }, when: { pk: { exists: true } } },
  ],

  /** One more key that may write keys. */
  addKeyWriter: (id: string): Write[] => [
    { kind: "update", key: accountKey(id), add: { keyWriters: 1 }, when: { pk: { exists: true } } },
  ],

  /** One less; refused where it is the last. */
  removeKeyWriter: (id: string): Write[] => [
    { kind: "update", key: accountKey(id), add: { keyWriters: -1 }, when: { keyWriters: { gte: 2 } } },
  ],
});
