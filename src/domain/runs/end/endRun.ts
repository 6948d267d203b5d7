import { counted } from "../../../contract/wording.ts";
import { hasEnded, type RunRecord } from "../../../store/runs/runs.ts";
import { ConditionFailed, type Write } from "../../../store/table.ts";
import { countOnFlow } from "../../flows/countOnFlow.ts";
import { addRunActivity } from "../../journal/journal.ts";
import { announceEvents, emit } from "../../outbox/events.ts";
import { emitOfJob } from "../../outbox/jobEvents.ts";
import type { Deps, WithEventQueue, WithRunQueue } from "../../ports.ts";
import { costNanos } from "../../usage/cost.ts";
import { countOnMonth } from "../../usage/usage.ts";
import { announceRun } from "../announceRun.ts";
import { patiently } from "../patiently.ts";
import { showRunSummary } from "../show.ts";
import { passSlot, promoteWaiting } from "../slots.ts";

/** Attempts while the flow or the waiting line changes concurrently. */
const ATTEMPTS = 50;

/**
 * Commits the end of a run as one transaction: its own writes, the effect on its flow, the day's totals, the
 * month's usage, the activity feed, and its slot, which passes to the run that has waited longest. A preview or job only
 * counts toward the month's usage; a job's own webhook gets its event.
 *
 * @param run the run as it was read
 * @param ended the run after `runWrites`, which fail if the run has changed since it was read
 * @param slots number of slots it holds
 * @param besides writes for the same transaction, called again for each attempt
 * @throws ConditionFailed if the run itself has changed: nothing was written
 */
export const endRun = async (
  deps: Deps & WithRunQueue & WithEventQueue,
  run: RunRecord,
  ended: RunRecord,
  runWrites: readonly Write[],
  besides: () => Promise<readonly Write[]> = async () => [],
  slots = run.hasSlot ? 1 : 0,
): Promise<void> => {
  const { store } = deps;
  const { id, accountId } = run;
  const facts = [
    ...runWrites,
    ...(ended.draft
      ? [...countOnMonth(deps, ended), ...emitJobEnd(deps, ended)]
      : [...countOnDay(deps, ended), ...endActivity(deps, ended), ...emitEnd(deps, ended)]),
  ];
  for (let attempt = 1; ; attempt += 1) {
    const [onFlow, extra, { writes: slotWrites, heir }] = await Promise.all([
      countOnFlow(deps, ended),
      besides(),
      slots > 0
        ? passSlot(deps, accountId, slots)
        : Promise.resolve({ writes: store.slots.leave(accountId, id), heir: null }),
    ]);
    try {
      await patiently(() => store.commit(facts, onFlow, extra, slotWrites));
    } catch (error) {
      if (!(error instanceof ConditionFailed) || store.runs.refused(error, run)) throw error;
      if (attempt === ATTEMPTS)
        throw new Error(`the end of run ${id} could not be committed`, { cause: error });
      continue;
    }
    measureEnd(deps, ended);
    await announceEvents(deps, facts, onFlow, extra);
    if (heir !== null) await announceRun(deps, heir);
    for (let freed = heir === null ? slots : slots - 1; freed > 0; freed -= 1)
      await promoteWaiting(deps, accountId);
    return;
  }
};

/** What operators see of it. Previews are left out: people try things with them. */
const measureEnd = ({ metrics }: Deps, { draft, status, queue, error }: RunRecord): void => {
  if (draft || !hasEnded(status)) return;
  const engine = queue === "browserRuns" ? "browser" : "static";
  metrics.runEnded({ outcome: status, engine, cause: error?.code ?? null });
};

/** Adds the run to its day, and so to its month. */
const countOnDay = ({ store }: Deps, ended: RunRecord): Write[] =>
  store.days.count(ended, {
    pages: ended.pagesFetched,
    usedNanos: costNanos(ended.cost),
    success: ended.status === "completed" ? 1 : 0,
    failed: ended.status === "failed" ? 1 : 0,
    costNanos: costNanos(ended.cost),
    dataPoints: ended.dataPoints,
  });

/** The event that reports the end of a run, with its summary and error. */
const emitEnd = (deps: Deps, ended: RunRecord): Write[] => {
  const { accountId, status, error } = ended;
  if (!hasEnded(status)) return [];
  return emit(deps, accountId, `run.${status}`, { ...showRunSummary(ended, deps.now()), error });
};

const emitJobEnd = (deps: Deps, ended: RunRecord): Write[] =>
  ended.status === "completed"
    ? emitOfJob(deps, ended, "completed")
    : emitOfJob(deps, ended, "failed", ended.error?.message ?? "The job was cancelled.");

const endActivity = (deps: Deps, ended: RunRecord): Write[] => {
  const { id, accountId, flowId, flowName, status, itemsExtracted, error, finishedAt } = ended;
  const message = {
    completed: `A run of "${flowName}" completed with ${counted(itemsExtracted, "item")}.`,
    failed: `A run of "${flowName}" failed: ${error?.message ?? "no reason was given"}`,
    cancelled: `A run of "${flowName}" was cancelled.`,
    queued: "",
    running: "",
  }[status];
  return finishedAt === null
    ? []
    : addRunActivity(deps, { id, accountId, finishedAt }, { type: `run.${status}`, message, flowId });
};
