import type { RunWarning } from "../../../contract/flows/expect.ts";
import type { RunQueueName } from "../../../contract/operation.ts";
import type { RunError } from "../../../contract/runs/runs.ts";
import type { Allowance } from "../../../store/runs/readRun.ts";
import type { RunAdditions } from "../../../store/runs/runDetail.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import type { Write } from "../../../store/table.ts";
import { putCheckpoint } from "../../checkpoints.ts";
import type { CollectionState, Engine } from "../../engine.ts";
import type { WithModel } from "../../model.ts";
import { announceEvents } from "../../outbox/events.ts";
import type {
  Deps,
  WithEventQueue,
  WithObjects,
  WithRunQueue,
  WithSeals,
  WithTimers,
  WithUsage,
} from "../../ports.ts";
import { firstLookAtMs } from "../../retentionTimes.ts";
import { createMask, type Mask } from "../../shared/mask.ts";
import { costNanos } from "../../usage/cost.ts";
import { announceRun } from "../announceRun.ts";
import { tellDropped } from "../end/droppedLogs.ts";
import { endingOf } from "../end/ending.ts";
import { endRun } from "../end/endRun.ts";
import { CAREFUL_PAGES, LARGE_PAGE_CHARS, RUN_TIMING } from "../timing.ts";
import { createOpenings, type Openings } from "./openings.ts";
import { createUncommitted } from "./uncommitted.ts";

export type WorkDeps = Deps &
  WithRunQueue &
  WithEventQueue &
  WithObjects &
  WithSeals &
  WithTimers &
  WithUsage;

export type ExecuteDeps = WorkDeps &
  Partial<WithModel> & {
    readonly engine: Engine;
    /** The queue that feeds this worker. */
    readonly serves: RunQueueName;
  };

/** How a run is released to another worker. */
export interface HandOn {
  /** When another worker may continue (default: now). */
  readonly afterMs?: number;
  /** The queue of the worker that continues (default: the same). */
  readonly queue?: RunQueueName;
  /** Whether this worker made no progress; too many of those in a row end the run. */
  readonly stalled?: boolean;
}

/** When a released run comes due: after its message, or instead of one that would be delayed too long. */
const dueAfterMs = (afterMs: number): number =>
  afterMs > RUN_TIMING.maxQueueDelayMs ? afterMs : afterMs + RUN_TIMING.announceAgainMs;

/** Writes that commit what was collected and release the run or shard. */
const letGo = (
  { store, now }: WorkDeps,
  run: RunRecord,
  change: Partial<RunRecord>,
  additions: RunAdditions,
  { afterMs = 0 }: HandOn,
): Write[] =>
  run.shard === undefined
    ? store.runs.handOn(run, change, additions, now() + dueAfterMs(afterMs))
    : store.runs.handOnShard(run, change, additions, now() + afterMs);

/** A name for a worker's commit, unique within the run. */
const nameCommit = ({ shard, fence }: RunRecord, sequence: number): string =>
  `${shard === undefined ? "" : `shard-${shard}-`}${fence}-${sequence}`;

/**
 * A worker's access to its run. A commit is one transaction under the worker's fence: output part, checkpoint, log,
 * counters and cost are written together or not at all.
 *
 * @param mask removes secrets from what is stored
 * @param openings pages that the worker is waiting for
 * @throws ConditionFailed from every commit once the run is no longer this worker's
 */
export const createRunWork = (
  deps: WorkDeps,
  claimed: RunRecord,
  mask: Mask = createMask([]),
  openings: Openings = createOpenings(deps.now),
) => {
  const { store, now } = deps;
  let run = claimed;
  let committedAtMs = now();
  let carefulPages = claimed.stalls > 0 ? CAREFUL_PAGES : 0;
  let sequence = 0;
  const pending = createUncommitted(deps, claimed, mask);

  const nextName = (): string => {
    sequence += 1;
    return nameCommit(run, sequence);
  };

  const commitProgress = async (state: CollectionState, handOn: HandOn | null): Promise<void> => {
    const name = nextName();
    const [packed, checkpointKey] = await Promise.all([
      pending.pack(run, name),
      putCheckpoint(deps, run, name, state),
    ]);
    const { patch, additions } = pending.changes(run, packed);
    const nowMs = now();
    const change: Partial<RunRecord> = {
      ...patch,
      checkpointKey,
      ...(handOn?.queue && { queue: handOn.queue }),
      stalls: pending.hasPages() ? 0 : run.stalls + (handOn?.stalled ? 1 : 0),
      reading: null,
      ...(pending.hasPages() && { suspect: null }),
      leaseUntil: handOn ? null : new Date(nowMs + RUN_TIMING.leaseMs).toISOString(),
      opening: handOn ? null : openings.longest(),
    };
    carefulPages -= pending.pages();
    const { events = [] } = packed;
    await store.commit(
      handOn ? letGo(deps, run, change, additions, handOn) : store.runs.progress(run, change, additions),
      events,
    );
    run = { ...run, ...change };
    committedAtMs = nowMs;
    pending.clear();
    await announceEvents(deps, events);
  };

  return {
    log: pending.log.write,
    /** Drops the entries since the last commit. */
    dropLog: pending.log.clear,
    add: pending.add,

    /** Call when a page is requested. @returns call it when the page has arrived or failed */
    opening: (url: string) => openings.begin(mask.text(url)),

    /** Whether to open one page at a time, because the last worker died. */
    isCareful: (): boolean => carefulPages > 0,

    /** Call before a page of so many characters is read; if its size is not known yet, without them. */
    async reading(url: string, chars = 0): Promise<void> {
      if (carefulPages <= 0 && chars < LARGE_PAGE_CHARS) return;
      // Recording is tried once: without the record, another worker may crash at the page.
      await store.runs.noteReading(run, mask.text(url)).catch((error: unknown) => {
        deps.log.warn("a page was not recorded before it was read", { runId: run.id, error });
      });
    },

    /** Stores the raw page with the next commit, so that it can be read again without a visit. */
    keepPage: pending.keepPage,

    /** Stores a screenshot; it counts with the next commit. */
    keepShot: pending.keepShot,

    commitIsDue: (): boolean =>
      pending.isMuch() || carefulPages > 0 || now() - committedAtMs >= RUN_TIMING.commitEveryMs,

    /** Commits what was collected; the worker continues. */
    commit: (state: CollectionState): Promise<void> => commitProgress(state, null),

    /** Commits what was collected and releases the run: another worker continues. */
    async handOn(state: CollectionState, how: HandOn = {}): Promise<void> {
      await commitProgress(state, how);
      await announceRun(deps, run, how.afterMs);
    },

    /** Splits a run that has collected nothing yet: other workers start with its first shard. */
    async split(shards: number, left: Allowance): Promise<void> {
      const { patch, additions } = pending.changes(run);
      const change = { ...patch, shards, stalls: 0, leaseUntil: null, opening: null };
      await store.commit(store.runs.split(run, change, left, additions, now() + RUN_TIMING.announceAgainMs));
      await announceRun(deps, { ...run, shard: 0 });
    },

    /**
     * Ends the run with all that was collected.
     *
     * @param besides writes for the same transaction; see `endRun`
     * @param warnings problems with the collected items, if the run completes
     */
    async finish(
      reason: RunError | null,
      besides?: () => Promise<readonly Write[]>,
      warnings: readonly RunWarning[] = [],
    ): Promise<void> {
      const error = mask.value(reason);
      const packed = await pending.pack(run, nextName());
      if (error) pending.log.write("error", error.message);
      for (const { message } of warnings) pending.log.write("warn", message);
      const { patch, additions } = pending.changes(run, packed);
      const nowMs = now();
      const ending: Partial<RunRecord> = { ...patch, ...endingOf(run, error, mask.value(warnings), nowMs) };
      const logs = [...(additions.logs ?? []), ...tellDropped(patch.logsDropped ?? 0, nowMs)];
      const ended = { ...run, ...ending };
      const finish = store.runs.finish(run, ending, { ...additions, logs }, firstLookAtMs(run, nowMs));
      const writes = [...finish, ...(packed.events ?? [])];
      await endRun(deps, run, ended, writes, besides);
      run = ended;
    },

    /** The run's cost so far in nano-dollars, committed or not. */
    spentNanos: (): number => costNanos(pending.takeCost(run)),

    /** Everything collected so far, committed or not. */
    totals: () => pending.totals(run),
  };
};

export type RunWork = ReturnType<typeof createRunWork>;
