import type { Command } from "commander";
import { openContext, type World } from "../context.ts";

export const addAccount = (program: Command, world: World): void => {
  program
    .command("usage")
    .description("what the account has used this month, of what its plan includes")
    .action(async (_options, command) => {
      const { client, output } = await openContext(world, command);
      const { plan, limits, usage, maxMonthlyCostUsd } = await client.account.get();
      if (output.isJson) return output.record({ plan, limits, usage, maxMonthlyCostUsd });
      const budget = maxMonthlyCostUsd === null ? "" : ` of $${maxMonthlyCostUsd.toFixed(2)}`;
      output.record({
        plan,
        month: usage.month,
        runs: `${usage.runs} of ${limits.monthlyRuns}`,
        emails: `${usage.emails} of ${limits.monthlyEmails}`,
        pages: usage.pages,
        cost: `$${usage.cost.toFixed(6)}${budget}`,
        resetsAt: usage.resetsAt,
      });
    });
};
