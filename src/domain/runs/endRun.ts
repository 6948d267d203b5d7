import type { RunRecord } from "../../store/runs.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import type { Deps, WithRunQueue } from "../ports.ts";
import { passSlot, promoteWaiting } from "./slots.ts";

/** Attempts while the line of waiting runs moves under us. */
const ATTEMPTS = 50;

type Outcome = "completed" | "failed" | "cancelled";

/**
 * Commits the end of a run: its own writes, its flow's tally, and its slot, which passes to the run
 * that has waited longest. Cancelled runs do not count for or against their flow.
 *
 * @param runWrites what turns the run into an ended one, on condition that it is as it was read
 * @throws ConditionFailed when the run itself has changed: nothing was written
 */
export const endRun = async (
  deps: Deps & WithRunQueue,
  run: RunRecord,
  outcome: Outcome,
  runWrites: readonly Write[],
): Promise<void> => {
  const { store, runQueue } = deps;
  const { id, accountId, flowId } = run;
  let tally =
    outcome === "cancelled"
      ? []
      : store.flows.tally(accountId, flowId, outcome === "completed" ? "completedRuns" : "failedRuns");
  for (let attempt = 1; ; attempt += 1) {
    const { writes: slotWrites, heir } = run.hasSlot
      ? await passSlot(deps, accountId)
      : { writes: store.slots.leave(accountId, id), heir: null };
    try {
      await store.commit(runWrites, tally, slotWrites);
    } catch (error) {
      if (!(error instanceof ConditionFailed) || error.refused(store.runs.key(accountId, id))) throw error;
      if (attempt === ATTEMPTS)
        throw new Error(`the slot of run ${id} could not be passed on`, { cause: error });
      // The flow was deleted meanwhile, or the line of waiting runs has moved: take the change in, try again.
      if (error.refused(store.flows.key(accountId, flowId))) tally = [];
      continue;
    }
    if (heir !== null) await runQueue.send(accountId, heir);
    else if (run.hasSlot) await promoteWaiting(deps, accountId);
    return;
  }
};
