import type { Origins } from "../../../engine/manners/index.ts";
import type { AccountRecord } from "../../../store/account/accounts.ts";
import type { FlowVersion } from "../../../store/flows/flows.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import { createSegments } from "../../checkpoints.ts";
import type { CollectionPlan, CollectionState, PageArchive, Segments } from "../../engine.ts";
import type { SelectorMemory } from "../../flows/selectorMemory.ts";
import { type Asking, createAsking } from "../../model.ts";
import { credentialsOf } from "../../sessions/kept.ts";
import { openRunSession, type RunSession, tellLoaded } from "../../sessions/share.ts";
import { createMask, type Mask } from "../../shared/mask.ts";
import { readFilesOf } from "../../uploads/uploadedFile.ts";
import { findEarlierPages } from "../snapshots/read.ts";
import { type Budget, readBudget } from "./budget.ts";
import type { Hold } from "./hold.ts";
import { readPlan, readState, replayOf } from "./readPlan.ts";
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
  /** The session that the flow's runs share; null: the run has none. */
  readonly session: SharedSession | null;
  readonly segments: Segments & Failing;
  /** Where the last worker stopped. */
  readonly state: CollectionState;
  readonly budget: Budget;
}

/** A part of the run that the engine uses; its failures end the worker, not the run: the engine would report them as its own. */
export interface Failing {
  readonly failure: () => unknown;
}

export type SharedSession = RunSession & Failing;

/** Notes the first failure of calls. */
const noteFailures = () => {
  let failure: unknown;
  return {
    failure: () => failure,
    noting:
      <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
      (...args: A): Promise<R> =>
        work(...args).catch((error: unknown) => {
          failure ??= error;
          throw error;
        }),
  };
};

const shareSession = (session: RunSession | null): SharedSession | null => {
  if (!session) return null;
  const { failure, noting } = noteFailures();
  return {
    ...session,
    begin: noting(session.begin),
    succeed: noting(session.succeed),
    fail: noting(session.fail),
    failure,
  };
};

const shareSegments = ({ put, get }: Segments): Segments & Failing => {
  const { failure, noting } = noteFailures();
  return { put: noting(put), get: noting(get), failure };
};

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
  const session = shareSession(
    openRunSession(deps, run, read.flow, (opened) => mask.add(credentialsOf(opened))),
  );
  const loaded = await session?.load();
  if (loaded && run.checkpointKey === null) progress.log("info", tellLoaded(loaded));
  const state = await readState(deps, run, read.plan, loaded);
  const segments = shareSegments(createSegments(deps, run));
  return { deps, run, ...read, budget, mask, progress, hold, session, segments, state };
};

/** How the run asks the language model; undefined if there is none. */
const askingOf = (
  { model, ...deps }: ExecuteDeps,
  account: AccountRecord,
  { lost, deadline }: Hold,
): Asking["ask"] | undefined => {
  if (!model) return undefined;
  const caller = { accountId: account.id, account: Promise.resolve(account) };
  const signal = AbortSignal.any([lost, deadline]);
  // Each question has its own time.
  return (question) => createAsking({ ...deps, model }, caller, signal).ask(question);
};

/** Stores the run's pages, or reads the saved ones. */
export const openArchive = async (
  { deps, run, account, flow, progress, session, segments, hold }: Job,
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
        ...(session && { signIns: session }),
        ask: askingOf(deps, account, hold),
        readFile: readFilesOf({ uploadedFiles: deps.objects }, run.accountId),
        recall: await findEarlierPages(deps, run, flow),
        segments,
      }
    : { replay: await replayOf(deps, run.accountId, run.snapshotsOf), segments };
