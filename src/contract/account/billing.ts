import * as z from "zod";

/** Plans that can be bought. */
export const PAID_PLANS = ["pro", "scale"] as const;
export const PaidPlan = z.enum(PAID_PLANS);
export type PaidPlan = z.infer<typeof PaidPlan>;

export const BILLING_INTERVALS = ["month", "year"] as const;
export const BillingInterval = z.enum(BILLING_INTERVALS);
export type BillingInterval = z.infer<typeof BillingInterval>;

/** Other usual words for the intervals; they are not documented. */
const INTERVAL_WORDS: ReadonlyMap<unknown, BillingInterval> = new Map([
  ["monthly", "month"],
  ["yearly", "year"],
  ["annual", "year"],
  ["annually", "year"],
]);

const asInterval = (value: unknown): unknown => {
  const word = typeof value === "string" ? value.toLowerCase() : value;
  return INTERVAL_WORDS.get(word) ?? word;
};

export const CreateCheckout = z
  .strictObject({ plan: PaidPlan, interval: z.preprocess(asInterval, BillingInterval) })
  // Zod leaves out the `examples` of what it transforms.
  .meta({ example: { plan: "pro", interval: "month" } });
export type CreateCheckout = z.infer<typeof CreateCheckout>;

export const CheckoutSession = z.object({
  url: z.string().describe("The page where the customer pays."),
  sessionId: z.string(),
});
export type CheckoutSession = z.infer<typeof CheckoutSession>;

/** An event as Stripe sends it. Its signature covers the raw body and is checked before the event is parsed. */
export const PaymentEvent = z
  .looseObject({ id: z.string(), type: z.string() })
  .describe("A payment provider's event, signed in the Stripe-Signature header.")
  .meta({ examples: [{ id: "evt_1", type: "invoice.paid", created: 1795240800, data: { object: {} } }] });

/** The outcome of an event. All outcomes are 200, so that the provider does not send the event again. */
export const PaymentEventReceipt = z.object({ outcome: z.enum(["applied", "known", "ignored"]) });
export type PaymentEventReceipt = z.infer<typeof PaymentEventReceipt>;
