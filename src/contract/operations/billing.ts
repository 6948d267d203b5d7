import { CheckoutSession, CreateCheckout, PaymentEvent, PaymentEventReceipt } from "../billing.ts";
import type { Operation } from "../operation.ts";

export const BILLING_OPERATIONS = {
  createCheckout: {
    method: "POST",
    path: "/checkout",
    tag: "Billing",
    summary: "Create a checkout session",
    description:
      "Send the user to `url` to pay. The plan changes once the payment provider says that it was paid for.",
    scope: "billing:write",
    body: CreateCheckout,
    success: { status: 200, description: "The checkout session.", bare: CheckoutSession },
    errors: ["conflict", "not-configured", "unavailable"],
    touches: { table: "write", payments: true },
    timeoutSeconds: 25,
  },
  receivePaymentEvent: {
    method: "POST",
    path: "/payments/events",
    tag: "Billing",
    summary: "Receive a payment event",
    description:
      "For the payment provider only: the Stripe-Signature header must sign the body as it is. An event that was " +
      "received before, or is older than what is known, changes nothing.",
    scope: null,
    body: PaymentEvent,
    success: { status: 200, description: "The event was received.", bare: PaymentEventReceipt },
    errors: ["not-configured", "unavailable"],
    touches: { table: "write", payments: true },
    timeoutSeconds: 25,
  },
} as const satisfies Record<string, Operation>;
