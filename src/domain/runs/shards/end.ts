/** Ends a split run: when its last shard finishes, or all shards at once. */
import type { RunWarning } from "../../../contract/flows/expect.ts";
import type { LogEntry, RunError } from "../../../contract/runs/runs.ts";
import type { RunShard, SplitRun } from "../../../store/runs/readRun.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import { ConditionFailed, type Write } from "../../../store/table.ts";
import type { Deps, WithEventQueue, WithRunQueue } from "../../ports.ts";
import { FIRST_LOOK_MS } from "../../retentionTimes.ts";
import { announceRun } from "../announceRun.ts";
import { tellDropped } from "../end/droppedLogs.ts";
import { endingOf } from "../end/ending.ts";
import { endRun } from "../end/endRun.ts";
import { passSlot } from "../slots.ts";
import { RUN_TIMING } from "../timing.ts";
import { hasUnopened } from "./open.ts";

type ShardDeps = Deps & WithRunQueue & WithEventQueue;

/** Attempts while other shards open, finish or receive grants. */
const ATTEMPTS = 50;

/** Slots that a split run holds. */
export const slotsOf = ({ opened, finished }: SplitRun): number => opened - finished;

/** How a run ends. */
export interface End {
  readonly error: RunError | null;
  readonly warnings?: readonly RunWarning[];
  readonly logs: readonly LogEntry[];
  /** Writes for the same transaction; see `endRun`. */
  readonly besides?: () => Promise<readonly Write[]>;
}

/** Ends a split run. @throws ConditionFailed if it has changed since it was read */
const endSplit = async (
  deps: ShardDeps,
  split: SplitRun,
  { error, warnings = [], logs, besides }: End,
): Promise<void> => {
  const { run } = split;
  const nowMs = deps.now();
  const entries = [...logs, ...tellDropped(run.logsDropped, nowMs)];
  const ending = { ...endingOf(run, error, warnings, nowMs), logCount: run.logCount + entries.length };
  const writes = deps.store.runs.endSplit(split, ending, { logs: entries }, nowMs + FIRST_LOOK_MS);
  await endRun(deps, run, { ...run, ...ending }, writes, besides, slotsOf(split));
};

/** Takes all active shards from their workers, so that they stop changing. @returns the run as it is afterwards */
export const holdStill = async (deps: ShardDeps, split: SplitRun): Promise<SplitRun | null> => {
  const { store, now } = deps;
  const leaseUntilMs = now() + RUN_TIMING.leaseMs;
  const take = async (shard: RunShard): Promise<void> => {
    try {
      await store.runs.takeShard(shard, leaseUntilMs);
    } catch (error) {
      // Another worker has claimed it: ending will be refused and retried.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  };
  await Promise.all(split.shards.filter(({ isDone }) => !isDone).map(take));
  return store.runs.getSplit(split.run.accountId, split.run.id);
};

/** Whether the caller still owns the shard. */
const holds = ({ shards }: SplitRun, { shard = 0, fence }: RunRecord): boolean =>
  shards[shard]?.fence === fence && shards[shard]?.isDone === false;

/**
 * Ends the whole run because one shard's worker cannot continue; what the others have committed stays.
 * @throws ConditionFailed if the shard no longer belongs to the worker
 */
export const failSplit = async (deps: ShardDeps, shard: RunRecord, error: RunError): Promise<void> => {
  const { store, now } = deps;
  const entry: LogEntry = {
    timestamp: new Date(now()).toISOString(),
    level: "error",
    message: error.message,
  };
  const found = await store.runs.getSplit(shard.accountId, shard.id);
  if (!found || !holds(found, shard)) throw new ConditionFailed([]);
  for (let attempt = 1; ; attempt += 1) {
    const split = await store.runs.getSplit(shard.accountId, shard.id);
    const still = split && (await holdStill(deps, split));
    if (!still) return;
    try {
      return await endSplit(deps, still, { error, logs: [entry] });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (attempt === ATTEMPTS) throw new Error(`run ${shard.id} could not be ended`, { cause: error });
    }
  }
};

/**
 * Finishes a shard that has committed everything. The last shard ends the run; otherwise the slot goes to the run
 * that has waited longest, or to the next shard.
 *
 * @param endOf how the whole run ends
 * @throws ConditionFailed if the shard no longer belongs to the worker
 */
export const finishShard = async (
  deps: ShardDeps,
  view: RunRecord,
  endOf: (split: SplitRun) => Promise<End>,
): Promise<void> => {
  const { store } = deps;
  const { accountId, id } = view;
  for (let attempt = 1; ; attempt += 1) {
    const split = await store.runs.getSplit(accountId, id);
    const shard = split?.shards[view.shard ?? 0];
    if (!split || !shard || !holds(split, view)) throw new ConditionFailed([]);
    try {
      if (split.finished + 1 === split.run.shards) return await endSplit(deps, split, await endOf(split));
      return await passOn(deps, split, shard);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (attempt === ATTEMPTS)
        throw new Error(`a shard of run ${id} could not be finished`, { cause: error });
    }
  }
};

const passOn = async (deps: ShardDeps, split: SplitRun, shard: RunShard): Promise<void> => {
  const { store } = deps;
  const { run } = split;
  const waitingId = await store.slots.firstWaiting(run.accountId);
  const opensNext = hasUnopened(split) && (waitingId === null || slotsOf(split) === 1);
  const { writes, heir } = opensNext ? { writes: [], heir: null } : await passSlot(deps, run.accountId);
  await store.commit(store.runs.finishShard(split, shard, opensNext), writes);
  if (opensNext) await announceRun(deps, { ...run, shard: split.opened });
  else if (heir !== null) await announceRun(deps, heir);
};
