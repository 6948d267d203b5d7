/** How a worker leaves a run: it ends it, or lets another worker continue. */
import type { RunError } from "../../../contract/runs/runs.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import type { CollectionBatch } from "../../engine.ts";
import { brokenSelectors, rememberSelectors, withoutExpected } from "../../flows/selectorMemory.ts";
import { hasPictures } from "../../monitor/pictures.ts";
import { judgeCollected } from "../../quality/judgeCollected.ts";
import { runError } from "../../shared/runError.ts";
import { failSplit, finishShard } from "../shards/end.ts";
import { judgeWhole } from "../shards/judge.ts";
import { tellCompleted } from "../show.ts";
import { MAX_DEATHS } from "../timing.ts";
import { finishMonitorRun } from "./finishMonitorRun.ts";
import { isShard, isWatched, type Job } from "./job.ts";
import type { HandOn } from "./runWork.ts";

/** Time reserved to compare a large collection with the previous one. */
const COMPARE_MS = 120_000;
/** The same for 50 pictures of long pages: about five seconds each on a worker. */
const COMPARE_PICTURES_MS = 240_000;

export type Exit =
  /** The worker has lost the run and may write nothing more. */
  | { readonly kind: "lost" }
  /** Another worker continues. */
  | { readonly kind: "handOn"; readonly how?: HandOn }
  /** The run ends with what was collected so far, in all its shards if it is split. */
  | { readonly kind: "fail"; readonly error: RunError }
  /** Everything is collected. */
  | { readonly kind: "complete"; readonly batch: CollectionBatch };

/** Whether one worker after another died at the same page. */
export const isDeadly = ({ suspect }: RunRecord): boolean => (suspect?.deaths ?? 0) >= MAX_DEATHS;

/** The error of a run whose workers keep dying or make no progress. */
export const gaveUp = (run: RunRecord): RunError => {
  const { opening, suspect } = run;
  if (suspect && isDeadly(run)) {
    const message =
      `Every worker that tried to read ${suspect.url} crashed: the page takes more memory or time than a worker has. ` +
      "Leave it out, or collect less of it.";
    return runError("target-failed", message, { url: suspect.url });
  }
  const last = opening ? ` The last one was waiting for ${opening.url}.` : "";
  const message =
    `The run was stopped: one worker after another died or made no progress.${last} ` +
    "The usual cause is a page that takes more memory or time than a worker has: leave it out, or collect less of it.";
  return runError("internal", message, { url: opening?.url ?? null, retryable: true });
};

export const NEEDS_LIVE_PAGES = runError(
  "not-replayable",
  "This flow interacts with its pages, which is not possible on saved snapshots. Retry it from the source.",
);

const fail = async (job: Job, error: RunError): Promise<void> => {
  const { deps, run, progress, mask, state } = job;
  if (!isShard(job)) return progress.finish(error);
  await progress.commit(state);
  await failSplit(deps, run, mask.value(error));
};

/** The last shard to complete ends the run. */
const completeShard = async (job: Job): Promise<void> => {
  const { deps, run, progress, state } = job;
  await progress.commit(state);
  return finishShard(deps, run, judgeWhole(deps, job));
};

const completeRun = async (job: Job, batch: CollectionBatch): Promise<void> => {
  const { deps, run, flow, memory, plan, mask, progress, hold } = job;
  const reservedMs = hasPictures(flow) ? COMPARE_PICTURES_MS : COMPARE_MS;
  if (isWatched(job) && deps.now() >= hold.deadlineMs - reservedMs) return progress.handOn(job.state);
  const { items, pages, filled, documents } = progress.totals();
  progress.log("info", tellCompleted(items, pages));
  const healing = batch.healing && withoutExpected(mask.value(batch.healing), flow.expect, items);
  if (healing) for (const line of brokenSelectors(healing)) progress.log("warn", line);
  const commit = () => progress.commit(job.state);
  const collected = { items, filled, documents, healing, commit };
  const { warnings, remember } = await judgeCollected(deps, run, flow, collected);
  const besides = async () => [
    ...(healing ? await rememberSelectors(deps, run, memory, healing) : []),
    ...(await remember()),
  ];
  if (!isWatched(job)) return progress.finish(null, besides, warnings);
  const watched = { ...flow, limits: plan.limits };
  return finishMonitorRun(deps, run, watched, progress, batch, { besides, warnings });
};

/** Keeps the run's cookies and storage for the flow's next run. */
const keepSession = async ({ deps, run, session, progress }: Job): Promise<void> => {
  if (!session) return;
  try {
    const { level, message } = await session.save(await deps.engine.session());
    if (message !== "") progress.log(level, message);
  } catch (error) {
    deps.log.warn("a session was not kept", { runId: run.id, error });
  }
};

export const leave = async (job: Job, exit: Exit): Promise<void> => {
  switch (exit.kind) {
    case "lost":
      return;
    case "handOn":
      return job.progress.handOn(job.state, exit.how);
    case "fail":
      await keepSession(job);
      return fail(job, exit.error);
    case "complete":
      await keepSession(job);
      return isShard(job) ? completeShard(job) : completeRun(job, exit.batch);
  }
};
