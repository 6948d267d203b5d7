import { DomainError } from "../../contract/errors.ts";
import type { RunSummary } from "../../contract/runs.ts";
import type { RunRecord } from "../../store/runs.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import { audit, auditSystem } from "../journal.ts";
import type { Caller, Deps, WithEventQueue, WithRunQueue } from "../ports.ts";
import { FIRST_LOOK_MS } from "../retentionTimes.ts";
import { tellDropped } from "./droppedLogs.ts";
import { endRun } from "./endRun.ts";
import { showRunSummary } from "./show.ts";

/** How many queued runs are cancelled at once when their flow goes, and for how long more are begun. */
const CANCEL_PAGE = 10;
const CANCEL_MS = 3_000;

const isUnderWay = ({ status }: RunRecord): boolean => status === "queued" || status === "running";

/**
 * Cancels a run at once, whatever its worker is doing: the fence rises, so that the worker's next
 * commit or sign of life is refused and it stops. What was committed stays.
 *
 * @param change the audit entry of who did it
 * @returns the cancelled run, or the run as it is where it had ended already
 */
const cancel = async (
  deps: Deps & WithRunQueue & WithEventQueue,
  run: RunRecord,
  change: (run: RunRecord) => readonly Write[],
): Promise<RunRecord> => {
  const { store, now } = deps;
  for (let current = run; ; ) {
    if (!isUnderWay(current)) return current;
    const nowMs = now();
    const patch: Partial<RunRecord> = {
      status: "cancelled",
      finishedAt: new Date(nowMs).toISOString(),
      durationMs: current.executionStartedAt ? nowMs - Date.parse(current.executionStartedAt) : 0,
      leaseUntil: null,
    };
    try {
      const logs = tellDropped(current.logsDropped, nowMs);
      const ended = { ...current, ...patch };
      await endRun(deps, current, ended, [
        ...store.runs.cancel(current, patch, { logs }, nowMs + FIRST_LOOK_MS),
        ...change(current),
      ]);
      return ended;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
    const fresh = await store.runs.get(run.accountId, run.id);
    if (!fresh) return current;
    current = fresh;
  }
};

/** @throws DomainError `not-found`; `conflict` when the run has ended */
export const cancelRun = async (
  deps: Deps & WithRunQueue & WithEventQueue,
  caller: Caller,
  id: string,
): Promise<RunSummary> => {
  const run = await deps.store.runs.get(caller.accountId, id);
  if (!run) throw notFound("run", id);
  const change = () => audit(deps, caller, { action: "run.cancelled", resource: id });
  const ended = await cancel(deps, run, change);
  if (!isUnderWay(run) || ended.status !== "cancelled") {
    throw new DomainError("conflict", `Run ${id} is ${ended.status} and cannot be cancelled.`);
  }
  return showRunSummary(ended, deps.now());
};

/** Cancels a queued run whose flow was deleted. */
export const cancelOrphan = (
  deps: Deps & WithRunQueue & WithEventQueue,
  run: RunRecord,
): Promise<RunRecord> =>
  cancel(deps, run, ({ id, accountId, flowId }) =>
    auditSystem(deps, accountId, {
      action: "run.cancelled",
      resource: id,
      metadata: { reason: `Flow ${flowId} was deleted.` },
    }),
  );

/**
 * Cancels the runs of a deleted flow that have not begun, for as long as a request may take. The rest, and
 * any that the index does not show yet, are cancelled when their turn comes: see `claimRun`.
 */
export const cancelQueuedRuns = async (
  deps: Deps & WithRunQueue & WithEventQueue,
  accountId: string,
  flowId: string,
): Promise<void> => {
  const { store, now } = deps;
  const endMs = now() + CANCEL_MS;
  let afterId: string | undefined;
  do {
    const filters = { flowId, status: "queued" as const };
    const page = await store.runs.list(accountId, filters, { limit: CANCEL_PAGE, afterId });
    await Promise.all(page.records.map((run) => cancelOrphan(deps, run)));
    afterId = page.lastId;
  } while (afterId !== undefined && now() < endMs);
};
