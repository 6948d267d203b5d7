import type { DeliveryAttempt, DeliveryStatus } from "../contract/webhooks.ts";
import { collection } from "./collection.ts";
import { dueAttributes } from "./due.ts";
import type { Table, Write } from "./table.ts";

/** The delivery of one event to one webhook. */
export interface DeliveryRecord {
  readonly id: string;
  readonly accountId: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  /** All attempts, including those before a replay. */
  readonly attempts: readonly DeliveryAttempt[];
  /** Attempts of the retry schedule since the delivery was created or replayed. */
  readonly step: number;
  readonly nextAttemptAt: string | null;
  /** Attempts in a row that started and never reported a result; absent: none. */
  readonly losses?: number;
  /** Incremented with every change, for optimistic locking. */
  readonly turn: number;
  readonly createdAt: string;
}

const deliveries = collection<DeliveryRecord, "webhookId">({
  name: "DELIVERIES",
  first: "webhookId",
  firstIsUnbounded: true,
});

const digitsOf = (id: string): string => id.replace(/\D/g, "");

/** Derived from event and webhook, so that an event is delivered to a webhook once, however often it is fanned out. */
export const deliveryId = (eventId: string, webhookId: string): string =>
  `dlv-${digitsOf(eventId)}${digitsOf(webhookId)}`;

export const deliveryStore = (table: Table) => ({
  key: deliveries.key,

  /** A new delivery, refused if it exists; checked again at `dueAtMs`. */
  insert: (record: DeliveryRecord, dueAtMs: number): Write[] =>
    deliveries.insert(record, dueAttributes("delivery", record.id, dueAtMs)),

  /** Updates the delivery if it is unchanged since `before`; it comes due at `dueAtMs`. */
  change: (before: DeliveryRecord, patch: Partial<DeliveryRecord>, dueAtMs: number): Write[] =>
    deliveries.change(
      before,
      { ...patch, turn: before.turn + 1 },
      { turn: { eq: before.turn } },
      { set: dueAttributes("delivery", before.id, dueAtMs) },
    ),

  /** Deletes a delivery; refused if it or its due time has changed since it was read. */
  expire: (record: DeliveryRecord, seenDueAt: string): Write[] =>
    deliveries.remove(record, { dueAt: { eq: seenDueAt }, turn: { eq: record.turn } }),

  /** Postpones the next check, unless someone else already has. */
  async handOver({ accountId, id }: DeliveryRecord, seenDueAt: string, nextDueAtMs: number): Promise<void> {
    await table.update({
      key: deliveries.key(accountId, id),
      set: dueAttributes("delivery", id, nextDueAtMs),
      when: { dueAt: { eq: seenDueAt } },
    });
  },

  get: (accountId: string, id: string) => deliveries.get(table, accountId, id),

  /** Deliveries to one webhook, newest event first. */
  list: (accountId: string, webhookId: string, page: { limit: number; afterId?: string | undefined }) =>
    deliveries.list(table, accountId, { webhookId }, page),
});
