import type { RunMessage } from "../../contract/messages.ts";
import type { RunQueueName } from "../../contract/operation.ts";
import { chooseEngine, QUEUE_OF, tellEngine } from "../../contract/rendering.ts";
import type { RunError } from "../../contract/runs.ts";
import type { Origins } from "../../engine/manners/index.ts";
import type { RunRecord } from "../../store/runs.ts";
import { ConditionFailed } from "../../store/table.ts";
import { finishMonitorRun } from "../monitor/finishMonitorRun.ts";
import { judgeCollected } from "../quality/judgeCollected.ts";
import { readBudget } from "./budget.ts";
import { claimRun } from "./claimRun.ts";
import type { Engine, PageArchive } from "./engine.ts";
import { createMask } from "./mask.ts";
import { createOpenings, type Openings } from "./openings.ts";
import { createOrigins } from "./origins.ts";
import { lackingSecret, readPlan, readState, replayOf } from "./readPlan.ts";
import { createRunWork, type WorkDeps } from "./runWork.ts";
import { brokenSelectors, rememberSelectors, withoutExpected } from "./selectorMemory.ts";
import { failSplit, finishShard } from "./shards/end.ts";
import { withGrant } from "./shards/grant.ts";
import { judgeWhole } from "./shards/judge.ts";
import { countShards } from "./shards/list.ts";
import { tellCompleted } from "./show.ts";
import { findEarlierPages } from "./snapshots/read.ts";
import { MAX_STALLS, RUN_TIMING } from "./timing.ts";

/** Commits between two checks of the monthly budget, which other runs and shards spend too. */
const COMMITS_PER_BUDGET = 15;
const COMMITS_PER_BUDGET_OF_SHARDS = 3;
/** If a page is still loading this long before the timeout, the worker drops it and hands the run on. */
const ABORT_BEFORE_MS = 8_000;
/** Time reserved to compare a large collection with the previous one. */
const COMPARE_MS = 120_000;

type ExecuteDeps = WorkDeps & {
  readonly engine: Engine;
  /** The queue that feeds this worker. */
  readonly serves: RunQueueName;
};

/**
 * Works on a run until it ends, until the worker's time is nearly up, or until the run is no longer
 * its own (cancelled, or taken over after a pause longer than the lease).
 *
 * @param deadlineMs when the function will be stopped, in epoch milliseconds
 */
export const executeRun = async (
  deps: ExecuteDeps,
  message: RunMessage,
  deadlineMs: number,
): Promise<void> => {
  deps.usage.start();
  const run = await claimRun(deps, message);
  if (!run) return;
  const lost = new AbortController();
  const lease: Lease = { prolongedAtMs: deps.now(), openings: createOpenings(deps.now) };
  const stopRenewing = keepLease(deps, run, lease, lost);
  const deadline = new AbortController();
  const dropPageInMs = Math.max(0, deadlineMs - ABORT_BEFORE_MS - deps.now());
  const callOff = deps.after(dropPageInMs, () => deadline.abort());
  const origins = createOrigins(deps, run);
  try {
    await work(deps, run, { lease, origins }, lost.signal, deadline.signal, deadlineMs);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    deps.log.info("the run was taken from this worker", { runId: run.id, fence: run.fence });
  } finally {
    stopRenewing();
    callOff();
    await deps.engine.release();
    await origins.leave();
  }
};

interface Lease {
  /** When the lease was last renewed; every commit renews it. */
  prolongedAtMs: number;
  /** What the heartbeat reports. */
  readonly openings: Openings;
}

const work = async (
  deps: ExecuteDeps,
  run: RunRecord,
  { lease, origins }: { readonly lease: Lease; readonly origins: Origins },
  lost: AbortSignal,
  deadline: AbortSignal,
  deadlineMs: number,
): Promise<void> => {
  const { engine, now } = deps;
  const isShard = run.shard !== undefined;
  if (run.stalls > MAX_STALLS)
    return isShard ? failSplit(deps, run, gaveUp) : createRunWork(deps, run).finish(gaveUp);
  const { account, flow, memory, ...read } = await readPlan(deps, run);
  let { plan } = read;
  let budget = await readBudget(deps, run, account, flow);
  const { snapshotsOf } = run;
  const mask = createMask(plan.secrets.map(({ value }) => value));
  const progress = createRunWork(deps, run, mask, lease.openings);
  const lacking = snapshotsOf === undefined ? lackingSecret(plan, run) : null;
  /** Ends the run, with the items of all its shards if it is split. */
  const fail = async (error: RunError): Promise<void> => {
    if (!isShard) return progress.finish(error);
    await progress.commit(state);
    await failSplit(deps, run, mask.value(error));
  };
  let state = await readState(deps, run, plan);
  if (lacking) return fail(lacking);
  const archive: PageArchive =
    snapshotsOf === undefined
      ? {
          opening: progress.opening,
          keep: progress.keepPage,
          keepShot: progress.keepShot,
          origins,
          recall: await findEarlierPages(deps, run, flow),
        }
      : { replay: await replayOf(deps, run.accountId, snapshotsOf) };
  // Kept pages say nothing about changes since, and neither does a run over only some of the flow's URLs.
  const isWatched = flow.mode === "monitor" && snapshotsOf === undefined && run.urlCount === undefined;
  if (!isShard && run.fence === 1) progress.log("info", `Started a run of "${run.flowName}".`);
  if (!isShard && run.fence === 1 && flow.robots === "ignore")
    progress.log("warn", 'robots.txt is ignored: this flow has `robots` set to "ignore".');
  if (!isShard && run.fence === 1)
    progress.log("info", tellEngine(chooseEngine(flow, { isReplay: snapshotsOf !== undefined })));
  const shards = isShard || run.checkpointKey !== null ? 1 : countShards(run, plan, account);
  if (shards > 1) {
    progress.log("info", `${plan.urls?.length} addresses are split into ${shards} shards, by origin.`);
    const { maxPages, maxItems } = plan.limits;
    return progress.split(shards, { pages: maxPages, items: maxItems });
  }
  const signal = AbortSignal.any([lost, deadline]);
  const isOutOfTime = () => now() >= deadlineMs - RUN_TIMING.handOnBeforeMs;

  // Other shards may have used up the split run's budget.
  if (isShard && progress.spentNanos() >= budget.nanos) return fail(budget.stopped);
  const commitsPerBudget = isShard ? COMMITS_PER_BUDGET_OF_SHARDS : COMMITS_PER_BUDGET;
  for (let commits = 0; ; ) {
    if (isShard)
      plan = await withGrant(
        deps,
        run,
        plan,
        progress.totals(),
        () => progress.commit(state),
        () => lost.aborted || isOutOfTime(),
      );
    if (lost.aborted) return;
    if (isOutOfTime()) return progress.handOn(state);
    const batch = await engine.next(plan, state, signal, archive).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return null;
    });
    if (lost.aborted) return;
    if (!batch) return progress.handOn(state, { stalled: true });
    if ("failure" in batch) return fail(batch.failure);
    progress.add(batch);
    state = batch.state;
    if (batch.done && isShard) {
      await progress.commit(state);
      return finishShard(deps, run, judgeWhole(deps, flow, mask));
    }
    if (batch.done) {
      if (isWatched && now() >= deadlineMs - COMPARE_MS) return progress.handOn(state);
      const { items, pages, filled } = progress.totals();
      progress.log("info", tellCompleted(items, pages));
      const healing = batch.healing && withoutExpected(mask.value(batch.healing), flow.expect, items);
      if (healing) for (const line of brokenSelectors(healing)) progress.log("warn", line);
      const { warnings, remember } = await judgeCollected(deps, run, flow, {
        items,
        filled,
        healing,
        commit: () => progress.commit(batch.state),
      });
      const besides = async () => [
        ...(healing ? await rememberSelectors(deps, run, memory, healing) : []),
        ...(await remember()),
      ];
      if (!isWatched) return progress.finish(null, besides, warnings);
      const watched = { ...flow, limits: plan.limits };
      return finishMonitorRun(deps, run, watched, progress, batch, { besides, warnings });
    }
    if (progress.spentNanos() >= budget.nanos) return fail(budget.stopped);
    if (batch.needsBrowser && snapshotsOf !== undefined) return progress.finish(needsLivePages);
    if (batch.needsBrowser) return progress.handOn(state, { queue: QUEUE_OF.browser });
    if (batch.resumeAfterMs) return progress.handOn(state, { afterMs: batch.resumeAfterMs });
    if (!progress.commitIsDue()) continue;
    await progress.commit(state);
    lease.prolongedAtMs = now();
    commits += 1;
    if (commits % commitsPerBudget === 0) budget = await readBudget(deps, run, account, flow);
  }
};

const gaveUp: RunError = {
  code: "internal",
  message: "The run was stopped: its workers failed several times in a row without making progress.",
  step: null,
  url: null,
  httpStatus: null,
  retryable: true,
};

const needsLivePages: RunError = {
  code: "not-replayable",
  message:
    "This flow interacts with its pages, which is not possible on saved snapshots. Retry it from the source.",
  step: null,
  url: null,
  httpStatus: null,
  retryable: false,
};

/**
 * Renews the lease until stopped, except right after a commit, which renews it too. Aborts `lost` when the run no
 * longer belongs to this worker.
 */
const keepLease = (
  { store, now, log, after }: WorkDeps,
  run: RunRecord,
  lease: Lease,
  lost: AbortController,
) => {
  const renew = async (): Promise<void> => {
    callOff = after(RUN_TIMING.renewMs, renew);
    if (now() - lease.prolongedAtMs < RUN_TIMING.renewMs) return;
    try {
      await store.runs.renew(run, now() + RUN_TIMING.leaseMs, lease.openings.longest());
    } catch (error) {
      if (error instanceof ConditionFailed) lost.abort(error);
      else log.warn("a lease was not renewed", { runId: run.id, error });
    }
  };
  let callOff = after(RUN_TIMING.renewMs, renew);
  return () => callOff();
};
