import type { Command } from "commander";
import type { Account } from "../../client/index.ts";
import { openContext, type World } from "../context.ts";

const showPrice = ({ amount, currency, interval }: PlanPrice): string =>
  `${amount.toLocaleString("en", { style: "currency", currency })} per ${interval}`;

/** `pro price` → `€29.00 per month or €290.00 per year` */
const pricesByPlan = (prices: readonly PlanPrice[]): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(prices, ({ plan }) => plan)].map(([plan, group]) => [
      `${plan} price`,
      group.map(showPrice).join(" or "),
    ]),
  );

const showCount = (count: number): string => count.toLocaleString("en");

/** Two decimals; below a cent, two digits that are not zero. */
const showCost = (usd: number): string =>
  `$${usd === 0 || usd >= 0.01 ? usd.toFixed(2) : usd.toLocaleString("en", { maximumSignificantDigits: 2, maximumFractionDigits: 9 })}`;

type PlanPrice = Account["planPrices"][number];

export const addAccount = (program: Command, world: World): void => {
  program
    .command("usage")
    .description("what the account has used this month, and what plans include and cost")
    .action(async (_options, command) => {
      const { client, output } = await openContext(world, command);
      const { plan, planPrices, limits, usage, maxMonthlyCostUsd } = await client.account.get();
      if (output.isJson) return output.record({ plan, planPrices, limits, usage, maxMonthlyCostUsd });
      const budget = maxMonthlyCostUsd === null ? "" : ` of $${maxMonthlyCostUsd.toFixed(2)}`;
      output.record({
        plan,
        month: usage.month,
        runs: `${showCount(usage.runs)} of ${showCount(limits.monthlyRuns)}`,
        emails: `${showCount(usage.emails)} of ${showCount(limits.monthlyEmails)}`,
        pages: showCount(usage.pages),
        cost: `${showCost(usage.cost)}${budget}`,
        resetsAt: usage.resetsAt,
        ...pricesByPlan(planPrices),
      });
    });
};
