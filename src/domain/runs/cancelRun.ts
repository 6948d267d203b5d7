import { DomainError } from "../../contract/errors.ts";
import type { LogEntry, RunSummary } from "../../contract/runs/runs.ts";
import { counted } from "../../contract/wording.ts";
import { hasEnded, type RunRecord } from "../../store/runs/runs.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import { findRun } from "../items/findRun.ts";
import { audit, auditSystem } from "../journal/journal.ts";
import type { Caller, Deps, WithEventQueue, WithRunQueue } from "../ports.ts";
import { firstLookAtMs } from "../retentionTimes.ts";
import { tellDropped } from "./end/droppedLogs.ts";
import { endRun } from "./end/endRun.ts";
import { holdStill, slotsOf } from "./shards/end.ts";
import { showRunSummary } from "./show.ts";

/** Runs of a deleted flow that are cancelled at once, and how long further ones are started. */
const CANCEL_PAGE = 10;
const CANCEL_MS = 3_000;
/** Attempts while the run's worker commits at the same time. */
const ATTEMPTS = 50;

/** The last entry of a cancelled run's log. Includes what the run had done. */
const cancelledEntry = (run: RunRecord, nowMs: number, why: string): LogEntry => {
  const { executionStartedAt, itemsExtracted, pagesFetched } = run;
  const done =
    executionStartedAt === null
      ? "before it started"
      : `after ${counted(Math.round((nowMs - Date.parse(executionStartedAt)) / 1_000), "second")}, with ` +
        `${counted(itemsExtracted, "item")} from ${counted(pagesFetched, "page")}, which are kept`;
  return {
    timestamp: new Date(nowMs).toISOString(),
    level: "warn",
    message: `The run was cancelled${why}, ${done}.`,
  };
};

/**
 * Cancels a run at once. This raises the fence, so the worker's next commit or heartbeat is refused and it
 * stops. What was committed stays.
 *
 * @param change the audit entry
 * @param why appended to "The run was cancelled" in the log
 * @returns the cancelled run, or the current run if it had already ended
 */
const cancel = async (
  deps: Deps & WithRunQueue & WithEventQueue,
  run: RunRecord,
  change: (run: RunRecord) => readonly Write[],
  why = "",
): Promise<RunRecord> => {
  const { store, now } = deps;
  let current = run;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (hasEnded(current.status)) return current;
    const found = current.shards === undefined ? null : await store.runs.getSplit(run.accountId, run.id);
    const split = found && (await holdStill(deps, found));
    if (split) current = split.run;
    const nowMs = now();
    const logs = [...tellDropped(current.logsDropped, nowMs), cancelledEntry(current, nowMs, why)];
    const patch: Partial<RunRecord> = {
      status: "cancelled",
      logCount: current.logCount + logs.length,
      finishedAt: new Date(nowMs).toISOString(),
      durationMs: current.executionStartedAt ? nowMs - Date.parse(current.executionStartedAt) : 0,
      leaseUntil: null,
    };
    try {
      const ended = { ...current, ...patch };
      const dueAtMs = firstLookAtMs(current, nowMs);
      const writes = split
        ? store.runs.endSplit(split, patch, { logs }, dueAtMs)
        : store.runs.cancel(current, patch, { logs }, dueAtMs);
      const slots = split ? slotsOf(split) : Number(current.hasSlot);
      await endRun(deps, current, ended, [...writes, ...change(current)], undefined, slots);
      return ended;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
    const fresh = await store.runs.get(run.accountId, run.id);
    if (!fresh) return current;
    current = fresh;
  }
  throw new Error(`run ${run.id} could not be cancelled: it changed at each attempt`);
};

/** @throws DomainError `not-found`; `conflict` when the run has ended */
export const cancelRun = async (
  deps: Deps & WithRunQueue & WithEventQueue,
  caller: Caller,
  id: string,
): Promise<RunSummary> => {
  const run = await findRun(deps, caller, id);
  const change = () => audit(deps, caller, { action: "run.cancelled", resource: id });
  const ended = await cancel(deps, run, change);
  if (hasEnded(run.status) || ended.status !== "cancelled")
    throw new DomainError("conflict", `Run ${id} is ${ended.status} and cannot be cancelled.`);
  return showRunSummary(ended, deps.now());
};

/** Cancels a job, which has no audit trail. @returns it, or the current job if it had already ended */
export const endJob = (
  deps: Deps & WithRunQueue & WithEventQueue,
  job: RunRecord,
  why = "",
): Promise<RunRecord> => cancel(deps, job, () => [], why);

/** Cancels a run whose flow was deleted. */
export const cancelOrphan = (
  deps: Deps & WithRunQueue & WithEventQueue,
  run: RunRecord,
): Promise<RunRecord> => {
  const change = ({ id, accountId, flowId }: RunRecord) =>
    auditSystem(deps, accountId, {
      action: "run.cancelled",
      resource: id,
      metadata: { reason: `Flow ${flowId} was deleted.` },
    });
  return cancel(deps, run, change, " because its flow was deleted");
};

/**
 * Cancels active runs of a deleted flow until the time is up. The rest, and any that are not in the index yet, are
 * cancelled when a worker claims them: see `claimRun`.
 */
export const cancelRunsOf = async (
  deps: Deps & WithRunQueue & WithEventQueue,
  accountId: string,
  flowId: string,
): Promise<void> => {
  const { store, now } = deps;
  const endMs = now() + CANCEL_MS;
  for (const status of ["running", "queued"] as const) {
    let afterId: string | undefined;
    do {
      const page = await store.runs.list(accountId, { flowId, status }, { limit: CANCEL_PAGE, afterId });
      await Promise.all(page.records.map((run) => cancelOrphan(deps, run)));
      afterId = page.lastId;
    } while (afterId !== undefined && now() < endMs);
  }
};
