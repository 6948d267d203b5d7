import type { DeliveryAttempt, DeliveryStatus } from "../contract/webhooks.ts";
import { collection } from "./collection.ts";
import { dueAttributes } from "./due.ts";
import type { Table, Write } from "./table.ts";

/** One event on its way to one webhook. */
export interface DeliveryRecord {
  readonly id: string;
  readonly accountId: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  /** All attempts, those before a replay included. */
  readonly attempts: readonly DeliveryAttempt[];
  /** How many attempts of the schedule have been made since the delivery was created or replayed. */
  readonly step: number;
  readonly nextAttemptAt: string | null;
  /** Attempts in a row that were begun and of which nothing was heard; absent: none. */
  readonly losses?: number;
  /** Rises with every change: who changes a delivery must have seen the last one. */
  readonly turn: number;
  readonly createdAt: string;
}

const deliveries = collection<DeliveryRecord, "webhookId">({
  name: "DELIVERIES",
  first: "webhookId",
  firstIsUnbounded: true,
});

const digitsOf = (id: string): string => id.replace(/\D/g, "");

/** The same event gives the same webhook one delivery, however often it is fanned out. */
export const deliveryId = (eventId: string, webhookId: string): string =>
  `dlv-${digitsOf(eventId)}${digitsOf(webhookId)}`;

export const deliveryStore = (table: Table) => ({
  key: deliveries.key,

  /** A new delivery, refused where it is there already; looked at again at `dueAtMs`. */
  insert: (record: DeliveryRecord, dueAtMs: number): Write[] =>
    deliveries.insert(record, dueAttributes("delivery", record.id, dueAtMs)),

  /** Changes the delivery from the turn that `before` is at; it comes due at `dueAtMs`. */
  change: (before: DeliveryRecord, patch: Partial<DeliveryRecord>, dueAtMs: number): Write[] =>
    deliveries.change(
      before,
      { ...patch, turn: before.turn + 1 },
      { turn: { eq: before.turn } },
      { set: dueAttributes("delivery", before.id, dueAtMs) },
    ),

  /** Forgets a delivery, on condition that it is due as it was seen. */
  expire: (record: DeliveryRecord, seenDueAt: string): Write[] =>
    deliveries.remove(record, { dueAt: { eq: seenDueAt }, turn: { eq: record.turn } }),

  /** Moves the time at which the delivery is looked at next, on condition that no one else has. */
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
