import type { AlertSeverity } from "../../contract/account/alerts.ts";
import type { EventType } from "../../contract/deliveries/events.ts";
import type { QuietHours } from "../../contract/deliveries/quietHours.ts";
import type { WebhookFormat, WebhookTemplate } from "../../contract/deliveries/webhookFormats.ts";
import { collection } from "../collection.ts";
import type { Table, Update, Write } from "../table.ts";

/** A secret as stored: sealed for its account and webhook. */
export interface WebhookSecret {
  readonly sealed: string;
  /** When it stops signing; null for the current one. */
  readonly endsAt: string | null;
}

/** What a receiver answered that failed. */
export interface WebhookFailure {
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly reply: string | null;
}

export interface WebhookRecord {
  readonly id: string;
  readonly accountId: string;
  /** Masked for messages, where the whole URL is the webhook's secret. */
  readonly url: string;
  /** Absent: `json`. */
  readonly format?: WebhookFormat;
  /** The flows whose events are sent; absent or null: all. */
  readonly flowIds?: readonly string[] | null;
  readonly template?: WebhookTemplate;
  /** Names of the further headers. Their values are sealed in `secrets`. */
  readonly headerNames?: readonly string[];
  readonly minSeverity?: AlertSeverity | null;
  readonly quietHours?: QuietHours | null;
  readonly events: readonly EventType[];
  readonly active: boolean;
  /** What signs, the current one first. Of a message, its URL, and as JSON its headers if it has any. */
  readonly secrets: readonly WebhookSecret[];
  /** How often the secret was rotated. */
  readonly rotations: number;
  /** Since when every delivery has failed; absent after a success. */
  readonly failingSince?: string;
  /** The latest of these failures; absent in those of older releases. */
  readonly failure?: WebhookFailure;
  readonly createdAt: string;
}

const FAILING = ["failingSince", "failure"];

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
        Pick<
          WebhookRecord,
          | "url"
          | "events"
          | "flowIds"
          | "active"
          | "secrets"
          | "minSeverity"
          | "quietHours"
          | "template"
          | "headerNames"
        >
      >,
    ): Write[] => {
      // Two addresses can look the same when masked.
      const isAnother = patch.url !== undefined && (patch.url !== record.url || patch.secrets !== undefined);
      const beginsAnew = isAnother || (patch.active && !record.active);
      return update(record, { set: patch, ...(beginsAnew && { remove: FAILING }) });
    },

    /** Replaces the secrets; refused if someone else has since they were read. */
    rotate: (record: WebhookRecord, secrets: readonly WebhookSecret[]): Write[] =>
      update(record, {
        set: { secrets, rotations: record.rotations + 1 },
        when: { rotations: { eq: record.rotations } },
      }),

    remove: (record: WebhookRecord): Write[] => webhooks.remove(record, { pk: { exists: true } }),

    /** Records the first failure after a success; refused if the URL has changed. */
    beginFailing: (record: WebhookRecord, failingSince: string, failure: WebhookFailure): Write[] =>
      update(record, {
        set: { failingSince, failure },
        when: { url: { eq: record.url }, failingSince: { exists: false } },
      }),

    /** Records another answer to a webhook that fails; refused if the URL has changed or it no longer does. */
    noteFailure: (record: WebhookRecord, failure: WebhookFailure): Write[] =>
      update(record, {
        set: { failure },
        when: { url: { eq: record.url }, failingSince: { exists: true } },
      }),

    /** Records a success; refused if the URL has changed. */
    endFailing: (record: WebhookRecord): Write[] =>
      update(record, { remove: FAILING, when: { url: { eq: record.url } } }),

    /** Disables the webhook; refused if it is off or gone, or its URL has changed. */
    disable: (record: WebhookRecord): Write[] =>
      update(record, {
        set: { active: false },
        remove: FAILING,
        when: { active: { eq: true }, url: { eq: record.url } },
      }),

    get: (accountId: string, id: string) => webhooks.get(table, accountId, id),

    list: (accountId: string, page: { limit: number; afterId?: string | undefined }) =>
      webhooks.list(table, accountId, {}, page),
  };
};
