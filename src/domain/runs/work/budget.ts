import type { RunError } from "../../../contract/runs/runs.ts";
import { NANOS } from "../../../contract/units.ts";
import type { AccountRecord } from "../../../store/account/accounts.ts";
import type { FlowVersion } from "../../../store/flows/flows.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import type { Deps } from "../../ports.ts";
import { runError } from "../../shared/runError.ts";
import { costNanos } from "../../usage/cost.ts";
import { monthBudget } from "../../usage/usage.ts";

/** A run's cost limit, and its error when the limit is reached. */
export interface Budget {
  readonly nanos: number;
  readonly stopped: RunError;
}

const stoppedBecause = (what: string): RunError =>
  runError("budget-stopped", `${what} The items collected so far are kept.`);

/** Nano-dollars that the other shards of a split run have cost; 0 if the run is not split. */
const spentByOthers = async ({ store }: Pick<Deps, "store">, { accountId, id, shard }: RunRecord) => {
  const split = shard === undefined ? null : await store.runs.getSplit(accountId, id);
  const own = split?.shards[shard ?? 0];
  return split && own ? costNanos(split.run.cost) - costNanos(own.cost) : 0;
};

/** The smaller of the flow's cost limit and the rest of the monthly budget, minus the cost of other shards. */
export const readBudget = async (
  deps: Pick<Deps, "store">,
  run: RunRecord,
  account: AccountRecord,
  { limits: { maxCostUsd = Number.POSITIVE_INFINITY } }: FlowVersion,
): Promise<Budget> => {
  const ofFlow = maxCostUsd * NANOS;
  const ofMonth = await monthBudget(deps, account, run.startedAt);
  const others = Math.min(ofFlow, ofMonth) < Number.POSITIVE_INFINITY ? await spentByOthers(deps, run) : 0;
  if (ofFlow <= ofMonth) {
    const what = `The run reached its flow's cost limit of $${maxCostUsd} (limits.maxCostUsd).`;
    return { nanos: ofFlow - others, stopped: stoppedBecause(what) };
  }
  const what = `This month's runs reached the account's budget of $${account.maxMonthlyCostUsd} (maxMonthlyCostUsd).`;
  return { nanos: ofMonth - others, stopped: stoppedBecause(what) };
};
