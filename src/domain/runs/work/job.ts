import type { Origins } from "../../../engine/manners/index.ts";
import type { AccountRecord } from "../../../store/accounts.ts";
import type { FlowVersion } from "../../../store/flows.ts";
import type { RunRecord } from "../../../store/runs.ts";
import { readFilesOf } from "../../uploads/uploadedFile.ts";
import { type Budget, readBudget } from "../budget.ts";
import type { CollectionPlan, CollectionState, PageArchive } from "../engine.ts";
import { createMask, type Mask } from "../mask.ts";
import { readPlan, readState, replayOf } from "../readPlan.ts";
import type { SelectorMemory } from "../selectorMemory.ts";
import { findEarlierPages } from "../snapshots/read.ts";
import type { Hold } from "./hold.ts";
import { createRunWork, type ExecuteDeps, type RunWork } from "./runWork.ts";

/** A claimed run or shard, with what its worker needs to continue it. */
export interface Job {
  readonly deps: ExecuteDeps;
  readonly run: RunRecord;
  readonly account: AccountRecord;
  readonly flow: FlowVersion;
  readonly memory: SelectorMemory;
  readonly mask: Mask;
  readonly progress: RunWork;
  readonly hold: Hold;
  /** Limits of a shard's plan grow with its grants. */
  readonly plan: CollectionPlan;
  /** Where the last worker stopped. */
  readonly state: CollectionState;
  readonly budget: Budget;
}

export const isShard = ({ run }: Job): boolean => run.shard !== undefined;

/** Whether the run reads pages that an earlier run saved. */
export const isReplay = ({ run }: Job): boolean => run.snapshotsOf !== undefined;

/**
 * Whether the items are compared with those of the last run. Runs over saved pages, or over given URLs, are not
 * comparable.
 */
export const isWatched = (job: Job): boolean =>
  job.flow.mode === "monitor" && !isReplay(job) && job.run.urlCount === undefined;

export const readJob = async (deps: ExecuteDeps, run: RunRecord, hold: Hold): Promise<Job> => {
  const read = await readPlan(deps, run);
  const budget = await readBudget(deps, run, read.account, read.flow);
  const mask = createMask(read.plan.secrets.map(({ value }) => value));
  const progress = createRunWork(deps, run, mask, hold.openings);
  const state = await readState(deps, run, read.plan);
  return { deps, run, ...read, budget, mask, progress, hold, state };
};

/** Stores the run's pages, or reads the saved ones. */
export const openArchive = async (
  { deps, run, flow, progress }: Job,
  origins: Origins,
): Promise<PageArchive> =>
  run.snapshotsOf === undefined
    ? {
        opening: progress.opening,
        reading: progress.reading,
        isCareful: progress.isCareful,
        keep: progress.keepPage,
        keepShot: progress.keepShot,
        origins,
        readFile: readFilesOf({ uploadedFiles: deps.objects }, run.accountId),
        recall: await findEarlierPages(deps, run, flow),
      }
    : { replay: await replayOf(deps, run.accountId, run.snapshotsOf) };
