import { BILLING_INTERVALS, PAID_PLANS } from "../../src/contract/account/billing.ts";

/** Deployment settings for payment, as an operator would get them. */
export const sandboxEnvironment = (sandboxUrl: string): Readonly<Record<string, string>> => ({
  PAYMENT_API_URL: sandboxUrl,
  PAYMENT_RETURN_URL: `${sandboxUrl}/inbox`,
  PAYMENT_PRICES: PAID_PLANS.flatMap((plan) =>
    BILLING_INTERVALS.map((interval) => `${plan}/${interval}=price_${plan}_${interval}`),
  ).join(","),
});
