import type { BillingInterval, PaidPlan } from "../../contract/account/billing.ts";
import type { PlanName } from "../../contract/account/plans.ts";
import type { SubscriptionRecord } from "../../store/account/payments.ts";

/** Kinds of subscription events. Events of the same second are applied in this order. */
const PAYMENT_KINDS = ["completed", "failed", "renewed", "cancelled"] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** An event of the payment provider in our terms, after its signature was checked. */
export interface PaymentNews {
  readonly eventId: string;
  readonly kind: PaymentKind;
  /** When it happened, in Unix seconds. Events may arrive late, twice and in any order. */
  readonly at: number;
  readonly accountId: string;
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly plan: PaidPlan;
  readonly interval: BillingInterval;
}

export interface PaymentStep {
  /** The account's new subscription; null if it does not change. */
  readonly record: SubscriptionRecord | null;
  /** The account's new plan; null if it does not change. */
  readonly plan: PlanName | null;
  /** A subscription that was replaced and must be cancelled, so that the customer is not charged for both. */
  readonly givesUp: string | null;
}

const rankOf = (kind: PaymentKind): number => PAYMENT_KINDS.indexOf(kind);

/** For an event of the known subscription: cancelled subscriptions are never revived, and older events are ignored. */
const isPast = (before: SubscriptionRecord, { at, kind }: PaymentNews): boolean =>
  before.status === "cancelled" ||
  at < before.eventAt ||
  (at === before.eventAt && rankOf(kind) < before.eventRank);

/**
 * For an event of another subscription: only a later purchase replaces the current one. A first payment may arrive
 * before the purchase itself, so a renewal does not show which of the two was bought later.
 */
const isOfPastSubscription = (before: SubscriptionRecord, { at, kind }: PaymentNews): boolean =>
  kind === "failed" ||
  kind === "cancelled" ||
  at < before.since ||
  (before.status !== "cancelled" && kind !== "completed");

/**
 * What an event changes, given the account's current subscription. A pure function, so that tests can try every order
 * of events.
 *
 * @returns null if nothing changes: the event is old, or about a subscription that was replaced
 */
export const applyPayment = (before: SubscriptionRecord | null, news: PaymentNews): PaymentStep | null => {
  const isSame = before?.subscriptionId === news.subscriptionId;
  if (before && isSame && isPast(before, news)) return null;
  if (before && !isSame && isOfPastSubscription(before, news)) {
    // Bought before the current one but reported later. Without this it would be charged forever.
    return news.kind === "completed" ? { record: null, plan: null, givesUp: news.subscriptionId } : null;
  }
  if (!before && news.kind === "failed") return null;
  const { kind, at, accountId, subscriptionId, customerId, plan, interval } = news;
  const record: SubscriptionRecord = {
    accountId,
    subscriptionId,
    customerId,
    plan,
    interval,
    status: kind === "cancelled" ? "cancelled" : kind === "failed" ? "past_due" : "active",
    since: isSame && before ? Math.min(before.since, at) : at,
    eventAt: at,
    eventRank: rankOf(kind),
    version: (before?.version ?? 0) + 1,
  };
  const givesUp = before && !isSame && before.status !== "cancelled" ? before.subscriptionId : null;
  return { record, plan: planAfter(isSame, news), givesUp };
};

const planAfter = (isSame: boolean, { kind, plan }: PaymentNews): PlanName | null => {
  // The provider retries a failed payment, and cancels the subscription when it stops retrying.
  if (kind === "failed") return null;
  if (kind !== "cancelled") return plan;
  // The end of a subscription that never changed the plan does not change it either.
  return isSame ? "free" : null;
};
