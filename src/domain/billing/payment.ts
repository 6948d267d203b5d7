import type { BillingInterval, PaidPlan } from "../../contract/billing.ts";
import type { PlanName } from "../../contract/plans.ts";
import type { SubscriptionRecord } from "../../store/payments.ts";

/** What can happen to a subscription; events of the same second are applied in this order. */
const PAYMENT_KINDS = ["completed", "failed", "renewed", "cancelled"] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** An event of the payment provider in our terms, once its signature has been checked. */
export interface PaymentNews {
  readonly eventId: string;
  readonly kind: PaymentKind;
  /** When it happened, in seconds since 1970: events arrive late, doubled and in any order. */
  readonly at: number;
  readonly accountId: string;
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly plan: PaidPlan;
  readonly interval: BillingInterval;
}

export interface PaymentStep {
  /** The account's subscription from now on; null where it stays as it is. */
  readonly record: SubscriptionRecord | null;
  /** The plan to which the account moves; null where it stays. */
  readonly plan: PlanName | null;
  /** A subscription that another one has replaced: it must be cancelled, so that nobody keeps paying for it. */
  readonly givesUp: string | null;
}

const rankOf = (kind: PaymentKind): number => PAYMENT_KINDS.indexOf(kind);

/** Of the subscription that is known: a cancelled one is never revived, and what is older than the last is past. */
const isPast = (before: SubscriptionRecord, { at, kind }: PaymentNews): boolean =>
  before.status === "cancelled" ||
  at < before.eventAt ||
  (at === before.eventAt && rankOf(kind) < before.eventRank);

/**
 * Of another subscription: only one that was bought since can take its place. Its first payment may be told
 * before the purchase itself, so that a renewal says nothing of which of two was bought later.
 */
const isOfPastSubscription = (before: SubscriptionRecord, { at, kind }: PaymentNews): boolean =>
  kind === "failed" ||
  kind === "cancelled" ||
  at < before.since ||
  (before.status !== "cancelled" && kind !== "completed");

/**
 * What an event changes, given what earlier ones made of the account's subscription: pure, so that every
 * order of events can be tried.
 *
 * @returns null where it changes nothing: it is old, or about a subscription that no longer counts
 */
export const applyPayment = (before: SubscriptionRecord | null, news: PaymentNews): PaymentStep | null => {
  const isSame = before?.subscriptionId === news.subscriptionId;
  if (before && isSame && isPast(before, news)) return null;
  if (before && !isSame && isOfPastSubscription(before, news)) {
    // Bought before the current one but reported later: without this it would be charged forever.
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
  // A payment that failed is tried again by the provider, which cancels when it gives up.
  if (kind === "failed") return null;
  if (kind !== "cancelled") return plan;
  // The end of a subscription that never moved the plan does not move it either.
  return isSame ? "free" : null;
};
