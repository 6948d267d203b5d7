import * as z from "zod";
import { BILLING_INTERVALS, BillingInterval, PAID_PLANS, PaidPlan } from "./billing.ts";

export const PlanPrice = z.object({
  plan: PaidPlan,
  interval: BillingInterval,
  amount: z.number().positive().describe("Price for one interval, in units of the currency: 29.5, not 2950."),
  currency: z.string().length(3).describe("ISO 4217 code of the currency, such as EUR."),
});
export type PlanPrice = z.infer<typeof PlanPrice>;

/** Amounts have up to 9 digits before the decimal point and 2 after it. */
const ENTRY = new RegExp(
  `^(?<plan>${PAID_PLANS.join("|")})/(?<interval>${BILLING_INTERVALS.join("|")})=(?<amount>\\d{1,9}(?:\\.\\d{1,2})?)(?<currency>[A-Z]{3})$`,
);

const isCurrency = (code: string): boolean => Intl.supportedValuesOf("currency").includes(code);

const readEntry = (text: string): PlanPrice | null => {
  const { amount, ...rest } = ENTRY.exec(text)?.groups ?? {};
  const price = PlanPrice.safeParse({ ...rest, amount: Number(amount) });
  return price.success && isCurrency(price.data.currency) ? price.data : null;
};

/**
 * Reads `pro/month=29EUR,pro/year=290.50EUR`.
 *
 * @returns null if an entry is invalid, or two are for the same plan and interval
 */
export const readPlanPrices = (text: string): PlanPrice[] | null => {
  const entries = text.split(",").map(readEntry);
  const prices = entries.filter((entry) => entry !== null);
  const places = new Set(prices.map(({ plan, interval }) => `${plan}/${interval}`));
  return places.size === entries.length ? prices : null;
};
