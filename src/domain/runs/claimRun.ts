import type { RunMessage } from "../../contract/messages.ts";
import type { RunQueueName } from "../../contract/operation.ts";
import type { RunRecord } from "../../store/runs.ts";
import { ConditionFailed } from "../../store/table.ts";
import type { Deps, WithEventQueue, WithRunQueue } from "../ports.ts";
import { cancelOrphan } from "./cancelRun.ts";
import { RUN_TIMING } from "./timing.ts";

/** Whether a worker may take the run now. A message is only a hint: it may be late, doubled or wrong. */
const isClaimable = (run: RunRecord, serves: RunQueueName, nowMs: number): boolean => {
  if (run.queue !== serves) return false;
  if (run.status === "queued") return run.hasSlot;
  if (run.status !== "running") return false;
  return run.leaseUntil === null || Date.parse(run.leaseUntil) <= nowMs;
};

/**
 * Makes the caller the run's only worker, by raising the fence and taking a lease.
 *
 * @returns the claimed run; null where there is nothing to do for this worker
 */
export const claimRun = async (
  deps: Deps & WithRunQueue & WithEventQueue & { readonly serves: RunQueueName },
  { accountId, runId }: RunMessage,
): Promise<RunRecord | null> => {
  const { store, now } = deps;
  const [run, closed] = await Promise.all([
    store.runs.get(accountId, runId),
    store.accounts.getClosed(accountId),
  ]);
  if (!run || closed || !isClaimable(run, deps.serves, now())) return null;
  if (!(await store.flows.get(accountId, run.flowId))) {
    await cancelOrphan(deps, run);
    return null;
  }
  const nowMs = now();
  const lost = run.status === "running" && run.leaseUntil !== null;
  const claimed = {
    ...run,
    status: "running",
    executionStartedAt: run.executionStartedAt ?? new Date(nowMs).toISOString(),
    fence: run.fence + 1,
    leaseUntil: new Date(nowMs + RUN_TIMING.leaseMs).toISOString(),
    opening: null,
    hasWork: true,
    stalls: lost ? run.stalls + 1 : run.stalls,
  } as const satisfies RunRecord;
  try {
    await store.commit(store.runs.claim(run, claimed));
    return claimed;
  } catch (error) {
    if (error instanceof ConditionFailed) return null;
    throw error;
  }
};
