import { QUEUE_OF } from "../../../contract/flows/rendering.ts";
import type { CollectionBatch, PageArchive } from "../../engine.ts";
import { withGrant } from "../shards/grant.ts";
import { RUN_TIMING } from "../timing.ts";
import { readBudget } from "./budget.ts";
import { type Exit, leave, NEEDS_LIVE_PAGES } from "./exit.ts";
import { isReplay, isShard, type Job } from "./job.ts";

/** Commits between two looks at the account: at its monthly budget, which other runs spend too, and for a suspension. */
const COMMITS_PER_BUDGET = 15;
const COMMITS_PER_BUDGET_OF_SHARDS = 3;
/** The account is looked at after this long too, however slow the pages are. */
const LOOK_AFTER_MS = 20_000;

const isOutOfTime = ({ deps, hold }: Job): boolean =>
  deps.now() >= hold.deadlineMs - RUN_TIMING.handOnBeforeMs;

/** A shard's job with a larger grant, once it has used up its own. */
const grantMore = async (job: Job): Promise<Job> => {
  if (!isShard(job)) return job;
  const { deps, run, progress, state, hold } = job;
  const commit = () => progress.commit(state);
  const stop = () => hold.lost.aborted || isOutOfTime(job);
  return { ...job, plan: await withGrant(deps, run, job.plan, progress.totals(), commit, stop) };
};

/** The next batch, or why the worker does not wait for one. */
const takeBatch = async (
  job: Job,
  signal: AbortSignal,
  archive: PageArchive,
): Promise<CollectionBatch | Exit> => {
  const { deps, plan, state, hold } = job;
  if (hold.lost.aborted) return { kind: "lost" };
  if (isOutOfTime(job)) return { kind: "handOn" };
  const batch = await deps.engine.next(plan, state, signal, archive).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return null;
  });
  if (hold.lost.aborted) return { kind: "lost" };
  const trouble = job.session?.failure() ?? job.segments.failure();
  if (trouble !== undefined) throw trouble;
  if (!batch) return { kind: "handOn", how: { stalled: true } };
  return "failure" in batch ? { kind: "fail", error: batch.failure } : batch;
};

/** Why the worker stops after a batch; null if it continues. */
const exitAfter = (job: Job, batch: CollectionBatch): Exit | null => {
  const { progress, budget } = job;
  if (batch.done) return { kind: "complete", batch };
  if (progress.spentNanos() >= budget.nanos) return { kind: "fail", error: budget.stopped };
  if (batch.needsBrowser && isReplay(job)) return { kind: "fail", error: NEEDS_LIVE_PAGES };
  if (batch.needsBrowser) return { kind: "handOn", how: { queue: QUEUE_OF.browser } };
  return batch.resumeAfterMs ? { kind: "handOn", how: { afterMs: batch.resumeAfterMs } } : null;
};

/** Commits what was collected, and reads budget and account again every few commits. */
const commit = async (job: Job, isLookDue: boolean): Promise<Job> => {
  const { deps, run, account, flow, progress, hold } = job;
  await progress.commit(job.state);
  hold.prolonged();
  if (!isLookDue) return job;
  const [budget, latest] = await Promise.all([
    readBudget(deps, run, account, flow),
    deps.store.accounts.get(run.accountId),
  ]);
  return { ...job, budget, account: latest ?? account };
};

/** Collects batch by batch until the run or shard ends or another worker continues it. */
export const collect = async (started: Job, archive: PageArchive): Promise<void> => {
  const { deps, progress, hold } = started;
  const signal = AbortSignal.any([hold.lost, hold.deadline]);
  let job = started;
  let lookedAtMs = deps.now();
  for (let commits = 0; ; ) {
    job = await grantMore(job);
    const batch = await takeBatch(job, signal, archive);
    if ("kind" in batch) return leave(job, batch);
    progress.add(batch);
    job = { ...job, state: batch.state };
    const exit = exitAfter(job, batch);
    if (exit) return leave(job, exit);
    if (!progress.commitIsDue()) continue;
    commits += 1;
    const isLookDue =
      commits % (isShard(job) ? COMMITS_PER_BUDGET_OF_SHARDS : COMMITS_PER_BUDGET) === 0 ||
      deps.now() - lookedAtMs >= LOOK_AFTER_MS;
    if (isLookDue) lookedAtMs = deps.now();
    job = await commit(job, isLookDue);
    // No worker claims it again until the suspension is lifted.
    if (job.account.suspended) return leave(job, { kind: "handOn" });
  }
};
