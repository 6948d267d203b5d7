import { createHmac, randomUUID } from "node:crypto";

/** A sale as the sandbox remembers it. */
export interface Sale {
  readonly sessionId: string;
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly price: string;
  /** Metadata that the service set on the session and subscription. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly returnUrl: string;
}

/** Possible events of a sale, with the object that the provider sends in each. */
export const EVENT_OBJECTS = {
  "checkout.session.completed": ({ sessionId, subscriptionId, customerId, metadata }: Sale) => ({
    id: sessionId,
    object: "checkout.session",
    mode: "subscription",
    status: "complete",
    payment_status: "paid",
    subscription: subscriptionId,
    customer: customerId,
    metadata,
  }),
  "invoice.paid": (sale: Sale) => ({ ...invoice(sale), status: "paid" }),
  "invoice.payment_failed": (sale: Sale) => ({ ...invoice(sale), status: "open" }),
  "customer.subscription.deleted": ({ subscriptionId, customerId, metadata }: Sale) => ({
    id: subscriptionId,
    object: "subscription",
    status: "canceled",
    customer: customerId,
    metadata,
  }),
} as const;

export type EventType = keyof typeof EVENT_OBJECTS;

const invoice = ({ subscriptionId, customerId, metadata }: Sale) => ({
  object: "invoice",
  customer: customerId,
  parent: { subscription_details: { subscription: subscriptionId, metadata } },
});

/** An event's body and the header that signs it. */
export interface SignedEvent {
  readonly body: string;
  readonly signature: string;
}

/**
 * Signs an event as Stripe does.
 *
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
export const signEvent = (type: EventType, sale: Sale, webhookSecret: string, nowMs: number): SignedEvent => {
  const created = Math.floor(nowMs / 1000);
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: "event",
    type,
    created,
    data: { object: EVENT_OBJECTS[type](sale) },
  });
  const digest = createHmac("sha256", webhookSecret).update(`${created}.${body}`).digest("hex");
  return { body, signature: `t=${created},v1=${digest}` };
};
