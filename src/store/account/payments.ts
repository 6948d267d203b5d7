import type { SubscriptionStatus } from "../../contract/account/account.ts";
import type { BillingInterval, PaidPlan } from "../../contract/account/billing.ts";
import { recordOf } from "../due.ts";
import { accountPartition, otherPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";

/** The latest state of an account's subscription that the payment provider reported. */
export interface SubscriptionRecord {
  readonly accountId: string;
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly plan: PaidPlan;
  readonly interval: BillingInterval;
  readonly status: SubscriptionStatus;
  /** When the subscription's first event happened, in Unix seconds. */
  readonly since: number;
  /** When the event behind this state happened, in Unix seconds, and its rank within that second. */
  readonly eventAt: number;
  readonly eventRank: number;
  readonly version: number;
}

const subscriptionKey = (accountId: string): Key => ({
  pk: accountPartition("SUBSCRIPTION", accountId),
  sk: "SUBSCRIPTION",
});
const eventKey = (eventId: string): Key => ({ pk: otherPartition("PAYMENTEVENT", eventId), sk: "EVENT" });

/** The provider resends events for at most three days; they are remembered well beyond that. */
const REMEMBER_SECONDS = 90 * 24 * 60 * 60;

export const paymentStore = (table: Table) => ({
  async getSubscription(accountId: string): Promise<SubscriptionRecord | null> {
    const item = await table.get(subscriptionKey(accountId));
    return item && recordOf<SubscriptionRecord>(item);
  },

  /** Refused if the record has changed since `before` was read. */
  setSubscription: (before: SubscriptionRecord | null, after: SubscriptionRecord): Write[] => [
    {
      kind: "put",
      item: { ...after, ...subscriptionKey(after.accountId) },
      when: before ? { version: { eq: before.version } } : { pk: { exists: false } },
    },
  ],

  async knowsEvent(eventId: string): Promise<boolean> {
    return (await table.get(eventKey(eventId))) !== null;
  },

  /** Refused if the event was received before. */
  rememberEvent: (eventId: string, nowMs: number): Write[] => [
    {
      kind: "put",
      item: { ...eventKey(eventId), ttl: Math.floor(nowMs / 1000) + REMEMBER_SECONDS },
      when: { pk: { exists: false } },
    },
  ],
});
