import type { Command } from "commander";
import type { Account } from "../../client/index.ts";
import { openContext, type World } from "../context.ts";
import { showAmount, showDollars } from "../money.ts";

const showPrice = ({ amount, currency, interval }: PlanPrice): string =>
  `${showAmount(amount, currency)} per ${interval}`;

/** `pro price` → `€29.00 per month or €290.00 per year` */
const pricesByPlan = (prices: readonly PlanPrice[]): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(prices, ({ plan }) => plan)].map(([plan, group]) => [
      `${plan} price`,
      group.map(showPrice).join(" or "),
    ]),
  );

type PlanPrice = Account["planPrices"][number];

export const addAccount = (program: Command, world: World): void => {
  program
    .command("usage")
    .description("show this month's usage, and what plans include and cost")
    .action(async (_options, command) => {
      const { client, output } = await openContext(world, command);
      const { plan, planPrices, limits, usage, maxMonthlyCostUsd } = await client.account.get();
      if (output.isJson) return output.record({ plan, planPrices, limits, usage, maxMonthlyCostUsd });
      const budget = maxMonthlyCostUsd === null ? "" : ` of ${showDollars(maxMonthlyCostUsd)}`;
      output.record({
        plan,
        month: usage.month,
        runs: `${usage.runs.toLocaleString("en")} of ${limits.monthlyRuns.toLocaleString("en")}`,
        emails: `${usage.emails.toLocaleString("en")} of ${limits.monthlyEmails.toLocaleString("en")}`,
        searches: `${usage.searches.toLocaleString("en")} of ${limits.monthlySearches.toLocaleString("en")}`,
        pages: usage.pages.toLocaleString("en"),
        cost: `${showDollars(usage.cost)}${budget}`,
        resetsAt: usage.resetsAt,
        ...pricesByPlan(planPrices),
      });
    });
};
