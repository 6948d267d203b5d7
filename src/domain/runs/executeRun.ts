import { chooseEngine, tellEngine } from "../../contract/flows/rendering.ts";
import type { RunMessage } from "../../contract/messages.ts";
import type { Origins } from "../../engine/manners/index.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { ConditionFailed } from "../../store/table.ts";
import { claimRun } from "./claimRun.ts";
import { createOrigins } from "./origins.ts";
import { failSplit } from "./shards/end.ts";
import { countShards } from "./shards/list.ts";
import { MAX_STALLS } from "./timing.ts";
import { collect } from "./work/collect.ts";
import { gaveUp, isDeadly, leave } from "./work/exit.ts";
import { readFirstPages } from "./work/firstReads.ts";
import { type Hold, holdRun } from "./work/hold.ts";
import { isReplay, isShard, type Job, openArchive, readJob } from "./work/job.ts";
import { createRunWork, type ExecuteDeps } from "./work/runWork.ts";
import { secretFault } from "./work/secretFault.ts";

/**
 * Processes a run until it ends, the worker's time is nearly up, or the worker loses the run because it was
 * cancelled, or taken over after a pause longer than the lease.
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
  const hold = holdRun(deps, run, deadlineMs);
  const origins = createOrigins(deps, run);
  try {
    await work(deps, run, hold, origins);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    deps.log.info("the run was taken from this worker", { runId: run.id, fence: run.fence });
  } finally {
    hold.release();
    await deps.engine.release();
    await origins.leave();
  }
};

const work = async (deps: ExecuteDeps, run: RunRecord, hold: Hold, origins: Origins): Promise<void> => {
  if (run.stalls > MAX_STALLS || isDeadly(run)) return giveUp(deps, run);
  const job = await readJob(deps, run, hold);
  const fault = isReplay(job) ? null : secretFault(job.plan, run);
  if (fault) return leave(job, { kind: "fail", error: fault });
  const archive = await openArchive(job, origins);
  if (!isShard(job) && run.fence === 1) logStart(job);
  const shards = isShard(job) || run.checkpointKey !== null ? 1 : countShards(run, job.plan, job.account);
  if (shards > 1) return split(job, shards);
  // Other shards may have used up the split run's budget.
  const { progress, budget } = job;
  if (isShard(job) && progress.spentNanos() >= budget.nanos)
    return leave(job, { kind: "fail", error: budget.stopped });
  await readFirstPages(job, archive);
  return collect(job, archive);
};

/** Ends a run whose workers keep failing. */
const giveUp = (deps: ExecuteDeps, run: RunRecord): Promise<void> =>
  run.shard === undefined ? createRunWork(deps, run).finish(gaveUp(run)) : failSplit(deps, run, gaveUp(run));

/** The first lines of the run's log. */
const logStart = (job: Job): void => {
  const { run, flow, progress } = job;
  progress.log("info", `Started a run of "${run.flowName}".`);
  if (flow.robots === "ignore")
    progress.log("warn", 'robots.txt is ignored: this flow has `robots` set to "ignore".');
  logRequest(job);
  if (flow.proxy !== undefined) progress.log("info", "All connections go through the flow's own proxy.");
  progress.log("info", tellEngine(chooseEngine(flow, { isReplay: isReplay(job) })));
};

/** Says where the flow's headers go, and which pages get none. */
const logRequest = ({ plan: { request, url, urls = [] }, progress }: Job): void => {
  const names = Object.keys(request?.headers ?? {});
  if (names.length === 0) return;
  const { origin } = new URL(url);
  progress.log("info", `Requests to ${origin} carry the flow's headers: ${names.join(", ")}.`);
  const others = urls.filter((each) => new URL(each).origin !== origin).length;
  if (others > 0)
    progress.log("warn", `${others} of the URLs are of other origins, which get none of these headers.`);
};

const split = ({ plan, progress }: Job, shards: number): Promise<void> => {
  const { maxPages, maxItems } = plan.limits;
  progress.log(
    "info",
    `${plan.urls?.length} ${plan.sites ? "sites" : "URLs"} are split into ${shards} shards, by origin.`,
  );
  return progress.split(shards, { pages: maxPages, items: maxItems });
};
