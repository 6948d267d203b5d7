import type { DeliveryAttempt, DeliveryStatus } from "../../contract/deliveries/webhooks.ts";
import { collection } from "../collection.ts";
import type { Table } from "../table.ts";
import { attemptStore } from "./attempts.ts";

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
  /** Of an event about pages: numbers of those that are still to be sent; absent or empty: all. */
  readonly left?: readonly number[];
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
  ...attemptStore(table, "delivery", deliveries),

  /** Deliveries to one webhook, newest event first. */
  list: (accountId: string, webhookId: string, page: { limit: number; afterId?: string | undefined }) =>
    deliveries.list(table, accountId, { webhookId }, page),
});
