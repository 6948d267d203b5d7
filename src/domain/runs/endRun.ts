import type { RunRecord } from "../../store/runs.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import { tell } from "../journal.ts";
import type { Deps, WithRunQueue } from "../ports.ts";
import { costNanos } from "./cost.ts";
import { countOnFlow } from "./countOnFlow.ts";
import { passSlot, promoteWaiting } from "./slots.ts";

/** Attempts while the flow, or the line of waiting runs, changes under us. */
const ATTEMPTS = 50;

/**
 * Commits the end of a run as one transaction: its own writes, what it means for its flow, the day's
 * roll-up, the activity feed, and its slot, which passes to the run that has waited longest.
 *
 * @param run the run as it was read
 * @param ended the run as `runWrites` leave it, on condition that it is as it was read
 * @throws ConditionFailed when the run itself has changed: nothing was written
 */
export const endRun = async (
  deps: Deps & WithRunQueue,
  run: RunRecord,
  ended: RunRecord,
  runWrites: readonly Write[],
): Promise<void> => {
  const { store, runQueue } = deps;
  const { id, accountId } = run;
  const facts = [...runWrites, ...countOnDay(deps, ended), ...tellEnd(deps, ended)];
  for (let attempt = 1; ; attempt += 1) {
    const [onFlow, { writes: slotWrites, heir }] = await Promise.all([
      countOnFlow(deps, ended),
      run.hasSlot
        ? passSlot(deps, accountId)
        : Promise.resolve({ writes: store.slots.leave(accountId, id), heir: null }),
    ]);
    try {
      await store.commit(facts, onFlow, slotWrites);
    } catch (error) {
      if (!(error instanceof ConditionFailed) || error.refused(store.runs.key(accountId, id))) throw error;
      if (attempt === ATTEMPTS)
        throw new Error(`the end of run ${id} could not be committed`, { cause: error });
      continue;
    }
    if (heir !== null) await runQueue.send(accountId, heir);
    else if (run.hasSlot) await promoteWaiting(deps, accountId);
    return;
  }
};

const countOnDay = ({ store }: Deps, ended: RunRecord): Write[] =>
  store.days.count(ended, {
    success: ended.status === "completed" ? 1 : 0,
    failed: ended.status === "failed" ? 1 : 0,
    costNanos: costNanos(ended.cost),
    dataPoints: ended.dataPoints,
  });

const tellEnd = (deps: Deps, ended: RunRecord): Write[] => {
  const { id, accountId, flowId, flowName, status, itemsExtracted, error } = ended;
  const message = {
    completed: `A run of "${flowName}" completed with ${itemsExtracted} items.`,
    failed: `A run of "${flowName}" failed: ${error?.message ?? "no reason was given"}`,
    cancelled: `A run of "${flowName}" was cancelled.`,
    queued: "",
    running: "",
  }[status];
  return tell(deps, accountId, { type: `run.${status}`, message, flowId, subject: id });
};
