import { fillInputs } from "../../contract/inputs.ts";
import type { RunMessage } from "../../contract/messages.ts";
import type { RunQueueName } from "../../contract/operation.ts";
import { PLANS } from "../../contract/plans.ts";
import type { RunError } from "../../contract/runs.ts";
import { secretsOf } from "../../contract/secrets.ts";
import type { Origins } from "../../engine/manners/index.ts";
import type { AccountRecord } from "../../store/accounts.ts";
import type { FlowVersion } from "../../store/flows.ts";
import type { RunRecord } from "../../store/runs.ts";
import { ConditionFailed } from "../../store/table.ts";
import { type OpenSecret, openFlowSecrets } from "../flows/secrets.ts";
import { finishMonitorRun } from "../monitor/finishMonitorRun.ts";
import { judgeCollected } from "../quality/judgeCollected.ts";
import { eachOnce } from "./addresses.ts";
import { readBudget } from "./budget.ts";
import { readCheckpoint } from "./checkpoints.ts";
import { claimRun } from "./claimRun.ts";
import type { CollectionPlan, CollectionState, Engine, PageArchive } from "./engine.ts";
import { createMask } from "./mask.ts";
import { createOpenings, type Openings } from "./openings.ts";
import { createOrigins } from "./origins.ts";
import { createRunWork, type WorkDeps } from "./runWork.ts";
import {
  brokenSelectors,
  readSelectorMemory,
  rememberSelectors,
  type SelectorMemory,
  withoutExpected,
} from "./selectorMemory.ts";
import { findEarlierPages, openSnapshots } from "./snapshots/read.ts";
import { MAX_STALLS, RUN_TIMING } from "./timing.ts";

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

const DEFAULT_MAX_ITEMS = 1_000_000;
/** Commits after which a worker asks again what the month still allows: other runs spend too. */
const COMMITS_PER_BUDGET = 15;
/** A worker that is still on a page this long before its timeout drops the page and hands on. */
const ABORT_BEFORE_MS = 8_000;
/** Time that a large collection takes to be compared with the last one. */
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
  /** When it was last prolonged: every commit does so. */
  prolongedAtMs: number;
  /** What is told with it. */
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
  if (run.stalls > MAX_STALLS) return createRunWork(deps, run).finish(gaveUp);
  const { plan, account, flow, memory } = await readPlan(deps, run);
  let budget = await readBudget(deps, run, account, flow);
  const { snapshotsOf } = run;
  const mask = createMask(plan.secrets.map(({ value }) => value));
  const progress = createRunWork(deps, run, mask, lease.openings);
  const lacking = snapshotsOf === undefined ? lackingSecret(plan, run) : null;
  if (lacking) return progress.finish(lacking);
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
  // Pages of an earlier time say nothing of what has changed since, nor does a part of what the flow reads.
  const isWatched = flow.mode === "monitor" && snapshotsOf === undefined && run.urlCount === undefined;
  let state = await readState(deps, run, plan);
  if (run.fence === 1) progress.log("info", `Started a run of "${run.flowName}".`);
  if (run.fence === 1 && flow.robots === "ignore")
    progress.log("warn", 'robots.txt is ignored: this flow has `robots` set to "ignore".');
  const signal = AbortSignal.any([lost, deadline]);

  for (let commits = 0; ; ) {
    if (now() >= deadlineMs - RUN_TIMING.handOnBeforeMs) return progress.handOn(state);
    const batch = await engine.next(plan, state, signal, archive).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return null;
    });
    if (lost.aborted) return;
    if (!batch) return progress.handOn(state, { stalled: true });
    if ("failure" in batch) return progress.finish(batch.failure);
    progress.add(batch);
    state = batch.state;
    if (batch.done) {
      if (isWatched && now() >= deadlineMs - COMPARE_MS) return progress.handOn(state);
      const { items, pages, filled } = progress.totals();
      progress.log("info", `Completed: ${counted(items, "item")} from ${counted(pages, "page")}.`);
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
    if (progress.spentNanos() >= budget.nanos) return progress.finish(budget.stopped);
    if (batch.needsBrowser && snapshotsOf !== undefined) return progress.finish(needsLivePages);
    if (batch.needsBrowser) return progress.handOn(state, { queue: "browserRuns" });
    if (batch.resumeAfterMs) return progress.handOn(state, { afterMs: batch.resumeAfterMs });
    if (!progress.commitIsDue()) continue;
    await progress.commit(state);
    lease.prolongedAtMs = now();
    commits += 1;
    if (commits % COMMITS_PER_BUDGET === 0) budget = await readBudget(deps, run, account, flow);
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
 * Renews the lease until told to stop, where no commit has just prolonged it; `lost` is aborted when the run is no
 * longer the worker's.
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

/** The error of a run whose flow types a secret that there is none of. */
const lackingSecret = ({ steps, secrets }: CollectionPlan, { flowId }: RunRecord): RunError | null => {
  const name = secretsOf(steps).find((wanted) => !secrets.some((secret) => secret.name === wanted));
  if (name === undefined) return null;
  const message = `The flow types {{secret.${name}}}, which was not written: PUT /flows/${flowId}/secrets/${name}.`;
  return { code: "secret-missing", message, step: null, url: null, httpStatus: null, retryable: false };
};

/** Only a browser types secrets: no other worker opens them. */
const readSecrets = async (
  deps: ExecuteDeps,
  run: RunRecord,
  { steps }: FlowVersion,
): Promise<OpenSecret[]> => {
  const names = secretsOf(steps);
  const areTyped = names.length > 0 && deps.serves === "browserRuns" && run.snapshotsOf === undefined;
  return areTyped ? openFlowSecrets(deps, run, names) : [];
};

const readPlan = async (
  deps: ExecuteDeps,
  run: RunRecord,
): Promise<{ plan: CollectionPlan; account: AccountRecord; flow: FlowVersion; memory: SelectorMemory }> => {
  const { store } = deps;
  const [account, template, memory, given] = await Promise.all([
    store.accounts.get(run.accountId),
    store.flows.getVersion(run.accountId, run.flowId, run.flowVersion),
    readSelectorMemory(deps, run),
    run.urlCount === undefined ? null : store.runs.getUrls(run),
  ]);
  if (!account || !template) throw new Error(`run ${run.id} has no account or no flow version`);
  const flow = fillInputs(template, run.input ?? {});
  const listed = flow.urls.length > 0 ? eachOnce(flow.urls) : undefined;
  const { pagesPerRun, pagesAtOnce } = PLANS[account.plan];
  const plan: CollectionPlan = {
    url: flow.url,
    urls: given ?? listed,
    mode: flow.mode,
    render: flow.render,
    robots: flow.robots,
    pace: flow.pace,
    pagesAtOnce,
    steps: flow.steps,
    outputSchema: Object.keys(flow.outputSchema).length === 0 ? null : flow.outputSchema,
    limits: {
      maxPages: Math.min(flow.limits.maxPages ?? pagesPerRun, pagesPerRun),
      maxItems: flow.limits.maxItems ?? DEFAULT_MAX_ITEMS,
    },
    prints: memory.prints,
    secrets: await readSecrets(deps, run, flow),
  };
  return { plan, account, flow, memory };
};

/** Reads the pages that another run kept. */
const replayOf = async (deps: WorkDeps, accountId: string, runId: string) => {
  const keeper = await deps.store.runs.get(accountId, runId);
  return keeper ? openSnapshots(deps, keeper) : async () => null;
};

const readState = async (
  deps: ExecuteDeps,
  run: RunRecord,
  plan: CollectionPlan,
): Promise<CollectionState> =>
  run.checkpointKey === null ? deps.engine.start(plan) : readCheckpoint(deps, run, run.checkpointKey);
