import Stripe from "stripe";
import * as z from "zod";
import { BillingInterval, type CheckoutSession, PaidPlan } from "../contract/account/billing.ts";
import { DomainError } from "../contract/errors.ts";
import { keepFor } from "./keepFor.ts";
import { createSecrets, readSecretText } from "./secrets.ts";

/** The provider's keys, as the operator puts them into the payment secret. */
const PaymentKeys = z.object({ secretKey: z.string().min(1), webhookSecret: z.string().min(1) });
type PaymentKeys = z.infer<typeof PaymentKeys>;

interface PaymentSettings {
  /** Undefined if the deployment has no payment provider. */
  readonly secretArn: string | undefined;
  /** Id of the provider's price by plan and interval: `pro/month`. */
  readonly prices: Readonly<Record<string, string>>;
  /** URL to which the user returns. */
  readonly returnUrl: string | undefined;
  /** Base URL of the provider's API, if it is not Stripe's own. */
  readonly apiUrl: string | undefined;
}

interface SessionRequest {
  readonly accountId: string;
  readonly email: string;
  /** The provider's id for the account; null before the provider has one. */
  readonly customerId: string | null;
  readonly plan: PaidPlan;
  readonly interval: BillingInterval;
}

/** Signed events older than this are rejected, so that a recorded event cannot be replayed. */
const MAX_AGE_SECONDS = 300;
const REQUEST_TIMEOUT_MS = 8_000;
/** Keys that the operator has replaced stay in use for at most this long. */
const KEYS_FOR_MS = 5 * 60 * 1_000;

const notConfigured = () =>
  new DomainError("not-configured", "This deployment has no payment provider: ask its operator.");

const unavailable = (cause: unknown) =>
  new DomainError("unavailable", "The payment provider sent an unexpected response. Try again in a moment.", {
    headers: { "retry-after": "10" },
    cause,
  });

/** The metadata that we attach to sessions and subscriptions; every event about them carries it. */
const Marks = z.object({ accountId: z.string().min(1), plan: PaidPlan, interval: BillingInterval });

const SessionObject = z.object({
  payment_status: z.string(),
  subscription: z.string(),
  customer: z.string(),
  metadata: Marks,
});
const SubscriptionObject = z.object({ id: z.string(), customer: z.string(), metadata: Marks });
/** As of API version 2025-03-31: an invoice names its subscription under `parent`. */
const InvoiceObject = z.object({
  customer: z.string(),
  billing_reason: z.string().nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: z.string(), metadata: Marks }) }),
});

const ofSession = (object: unknown) => {
  const { data } = SessionObject.safeParse(object);
  // Some payment methods take days. Another event follows once the payment succeeds.
  if (!data || data.payment_status === "unpaid") return null;
  return { ...data.metadata, subscriptionId: data.subscription, customerId: data.customer };
};
const ofSubscription = (object: unknown) => {
  const { data } = SubscriptionObject.safeParse(object);
  return data ? { ...data.metadata, subscriptionId: data.id, customerId: data.customer } : null;
};
const ofInvoice = (object: unknown) => {
  const { data } = InvoiceObject.safeParse(object);
  if (!data) return null;
  const { subscription, metadata } = data.parent.subscription_details;
  return { ...metadata, subscriptionId: subscription, customerId: data.customer };
};

/** The provider's events that we handle; all others, and those of other products, are ignored. */
const EVENTS = {
  "checkout.session.completed": { kind: "completed", read: ofSession },
  "checkout.session.async_payment_succeeded": { kind: "completed", read: ofSession },
  "invoice.paid": { kind: "renewed", read: ofInvoice },
  "invoice.payment_failed": { kind: "failed", read: ofInvoice },
  "customer.subscription.deleted": { kind: "cancelled", read: ofSubscription },
} as const;

/** A subscription's first invoice pays for the purchase, which has its own event, so it is not a renewal. */
const isPurchase = (object: unknown): boolean =>
  InvoiceObject.safeParse(object).data?.billing_reason === "subscription_create";

const toNews = ({ id, type, created, data }: Stripe.Event) => {
  if (!Object.hasOwn(EVENTS, type) || (type === "invoice.paid" && isPurchase(data.object))) return null;
  const { kind, read } = EVENTS[type as keyof typeof EVENTS];
  const about = read(data.object);
  return about && { eventId: id, kind, at: created, ...about };
};

/** Payments through Stripe. Its keys are read from Secrets Manager when needed, and cached for a few minutes. */
export const createPayments = ({ secretArn, prices, returnUrl, apiUrl }: PaymentSettings) => {
  const secrets = createSecrets();

  const readKeys = async (): Promise<PaymentKeys> => {
    if (secretArn === undefined) throw notConfigured();
    const { data } = PaymentKeys.safeParse(JSON.parse((await readSecretText(secretArn, secrets)) || "{}"));
    if (!data) throw notConfigured();
    return data;
  };

  const open = keepFor(KEYS_FOR_MS, Date.now, async () => {
    const keys = await readKeys();
    const base = apiUrl === undefined ? null : new URL(apiUrl);
    const stripe = new Stripe(keys.secretKey, {
      maxNetworkRetries: 1,
      timeout: REQUEST_TIMEOUT_MS,
      telemetry: false,
      ...(base && {
        host: base.hostname,
        port: base.port,
        protocol: base.protocol === "http:" ? "http" : "https",
      }),
    });
    return { stripe, keys };
  });

  return {
    async createSession(request: SessionRequest): Promise<CheckoutSession> {
      const { accountId, email, customerId, plan, interval } = request;
      const price = prices[`${plan}/${interval}`];
      if (price === undefined || returnUrl === undefined) throw notConfigured();
      const { stripe } = await open();
      const metadata = { accountId, plan, interval };
      const session = await stripe.checkout.sessions
        .create({
          mode: "subscription",
          line_items: [{ price, quantity: 1 }],
          ...(customerId === null ? { customer_email: email } : { customer: customerId }),
          client_reference_id: accountId,
          metadata,
          subscription_data: { metadata },
          success_url: `${returnUrl}?checkout=done`,
          cancel_url: `${returnUrl}?checkout=cancelled`,
        })
        .catch((error: unknown) => {
          throw unavailable(error);
        });
      if (!session.url) throw unavailable(new Error("the session has no address"));
      return { url: session.url, sessionId: session.id };
    },

    /** Ends a subscription immediately. Succeeds if it has already ended. */
    async cancelSubscription(id: string): Promise<void> {
      const { stripe } = await open();
      await stripe.subscriptions.cancel(id).catch((error: unknown) => {
        if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing") return;
        throw unavailable(error);
      });
    },

    /** @returns null for an event that we ignore */
    async readEvent(rawBody: string, signature: string | undefined) {
      const { stripe, keys } = await open();
      try {
        return toNews(
          stripe.webhooks.constructEvent(rawBody, signature ?? "", keys.webhookSecret, MAX_AGE_SECONDS),
        );
      } catch (error) {
        throw new DomainError("invalid-request", "The signature of this event is not valid, or too old.", {
          cause: error,
        });
      }
    },
  };
};

export type Payments = ReturnType<typeof createPayments>;
