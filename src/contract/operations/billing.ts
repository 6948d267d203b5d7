import { CheckoutSession, CreateCheckout, PaymentEvent, PaymentEventReceipt } from "../account/billing.ts";
import type { Operation } from "../operation.ts";

export const createCheckout = {
  method: "POST",
  path: "/checkout",
  tag: "Billing",
  summary: "Create a checkout session",
  description:
    "Redirect the customer to `url`. The plan changes once the payment provider confirms the payment.",
  scope: "billing:write",
  body: CreateCheckout,
  success: { status: 200, description: "The checkout session.", bare: CheckoutSession },
  errors: ["conflict", "not-configured", "unavailable"],
  touches: { table: "update", payments: true },
  timeoutSeconds: 25,
} as const satisfies Operation;

export const receivePaymentEvent = {
  method: "POST",
  path: "/payments/events",
  tag: "Billing",
  summary: "Receive a payment event",
  description:
    "For the payment provider only. The Stripe-Signature header must sign the raw body. Duplicate and " +
    "outdated events have no effect.",
  scope: null,
  body: PaymentEvent,
  success: { status: 200, description: "The event was received.", bare: PaymentEventReceipt },
  errors: ["not-configured", "unavailable"],
  touches: { table: "update", payments: true },
  timeoutSeconds: 25,
} as const satisfies Operation;

export const BILLING_OPERATIONS = {
  createCheckout,
  receivePaymentEvent,
};
