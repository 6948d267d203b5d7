import type { AlertSeverity } from "../contract/alerts.ts";
import type { EventType } from "../contract/events.ts";
import type { QuietHours } from "../contract/quietHours.ts";
import type { WebhookFormat } from "../contract/webhooks.ts";
import { collection } from "./collection.ts";
import type { Table, Update, Write } from "./table.ts";

/** A secret as stored: sealed for its account and webhook. */
export interface WebhookSecret {
  readonly sealed: string;
  /** When it stops signing; null for the current one. */
  readonly endsAt: string | null;
}

export interface WebhookRecord {
  readonly id: string;
  readonly accountId: string;
  /** Masked for format `slack`, where the whole URL is the webhook's secret. */
  readonly url: string;
  /** Absent: `json`. */
  readonly format?: WebhookFormat;
  readonly minSeverity?: AlertSeverity | null;
  readonly quietHours?: QuietHours | null;
  readonly events: readonly EventType[];
  readonly active: boolean;
  /** The current secret first. */
  readonly secrets: readonly WebhookSecret[];
  /** How often the secret was rotated. */
  readonly rotations: number;
  /** Since when every delivery has failed; absent after a success. */
  readonly failingSince?: string;
  readonly createdAt: string;
}

const webhooks = collection<WebhookRecord>({ name: "WEBHOOKS" });

export const webhookStore = (table: Table) => {
  const update = (
    { accountId, id }: WebhookRecord,
    change: Pick<Update, "set" | "remove" | "when">,
  ): Write[] => [
    { kind: "update", key: webhooks.key(accountId, id), when: { pk: { exists: true } }, ...change },
  ];

  return {
    key: webhooks.key,

    insert: (record: WebhookRecord): Write[] => webhooks.insert(record),

    /** Sets these fields; refused if the webhook is gone. A new URL clears earlier failures. */
    change: (
      record: WebhookRecord,
      patch: Partial<
        Pick<WebhookRecord, "url" | "events" | "active" | "secrets" | "minSeverity" | "quietHours">
      >,
    ): Write[] => {
      const isAnother = patch.url !== undefined && patch.url !== record.url;
      const beginsAnew = isAnother || (patch.active && !record.active);
      return update(record, { set: patch, ...(beginsAnew && { remove: ["failingSince"] }) });
    },

    /** Replaces the secrets; refused if someone else has since they were read. */
    rotate: (record: WebhookRecord, secrets: readonly WebhookSecret[]): Write[] =>
      update(record, {
        set: { secrets, rotations: record.rotations + 1 },
        when: { rotations: { eq: record.rotations } },
      }),

    remove: (record: WebhookRecord): Write[] => webhooks.remove(record, { pk: { exists: true } }),

    /** Records the first failure after a success; refused if the URL has changed. */
    beginFailing: (record: WebhookRecord, failingSince: string): Write[] =>
      update(record, {
        set: { failingSince },
        when: { url: { eq: record.url }, failingSince: { exists: false } },
      }),

    /** Records a success; refused if the URL has changed. */
    endFailing: (record: WebhookRecord): Write[] =>
      update(record, { remove: ["failingSince"], when: { url: { eq: record.url } } }),

    /** Disables the webhook; refused if it is off or gone, or its URL has changed. */
    disable: (record: WebhookRecord): Write[] =>
      update(record, {
        set: { active: false },
        remove: ["failingSince"],
        when: { active: { eq: true }, url: { eq: record.url } },
      }),

    get: (accountId: string, id: string) => webhooks.get(table, accountId, id),

    list: (accountId: string, page: { limit: number; afterId?: string | undefined }) =>
      webhooks.list(table, accountId, {}, page),
  };
};
