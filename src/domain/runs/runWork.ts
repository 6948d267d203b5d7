import type { RunWarning } from "../../contract/expect.ts";
import type { RunQueueName } from "../../contract/operation.ts";
import {
  type Item,
  type LogEntry,
  MAX_LOG_ENTRIES,
  PREVIEW_ITEMS,
  type RunError,
} from "../../contract/runs.ts";
import type { Allowance } from "../../store/readRun.ts";
import type { OutputPart, PagePack, RunAdditions } from "../../store/runDetail.ts";
import type { OutcomePart } from "../../store/runPages.ts";
import type { RunRecord } from "../../store/runs.ts";
import type { Write } from "../../store/table.ts";
import { FIRST_LOOK_MS } from "../clock/retentionTimes.ts";
import { folderOf } from "../files/folders.ts";
import type {
  Deps,
  WithEventQueue,
  WithObjects,
  WithRunQueue,
  WithSeals,
  WithTimers,
  WithUsage,
} from "../ports.ts";
import { countFilled } from "../quality/profile.ts";
import { createRunShots } from "../screenshots/runShots.ts";
import { announceRun } from "./announceRun.ts";
import { putCheckpoint } from "./checkpoints.ts";
import { addCost, costNanos, NO_COST, priceUsage } from "./cost.ts";
import { tellDropped } from "./droppedLogs.ts";
import { endingOf } from "./ending.ts";
import { endRun } from "./endRun.ts";
import type { CollectionBatch, CollectionState } from "./engine.ts";
import { createMask, type Mask } from "./mask.ts";
import { createOpenings, type Openings } from "./openings.ts";
import { createOutcomes } from "./outcomes.ts";
import { writeLines } from "./outputLines.ts";
import { previewItem } from "./preview.ts";
import { sharesOf } from "./shards/list.ts";
import { createSnapshots } from "./snapshots/keep.ts";
import type { KeptPage } from "./snapshots/page.ts";
import { COMMIT_ITEMS, RUN_TIMING } from "./timing.ts";

const MAX_MESSAGE_CHARS = 2000;
/** Longest log of a run, in bytes: it is returned whole, and a response is limited to 6 MB. */
const MAX_LOG_BYTES = 2_000_000;
const MAX_COLUMNS = 500;

interface HandOn {
  /** When another worker may continue (default: now). */
  readonly afterMs?: number;
  /** The queue of the worker that continues (default: the same). */
  readonly queue?: RunQueueName;
  /** Whether this worker made no progress; too many of those in a row end the run. */
  readonly stalled?: boolean;
}

export type WorkDeps = Deps &
  WithRunQueue &
  WithEventQueue &
  WithObjects &
  WithSeals &
  WithTimers &
  WithUsage;

/**
 * What a worker has collected and not yet committed. A commit is one transaction under the worker's
 * fence: output part, checkpoint, log, counters and cost become true together or not at all.
 *
 * @param mask what must not be kept
 * @param openings what the worker waits for
 * @throws ConditionFailed from every commit once the run is no longer this worker's
 */
export const createRunWork = (
  deps: WorkDeps,
  claimed: RunRecord,
  mask: Mask = createMask([]),
  openings: Openings = createOpenings(deps.now),
) => {
  const { store, objects, now } = deps;
  let run = claimed;
  let items: Item[] = [];
  let logs: LogEntry[] = [];
  let pages = 0;
  let committedAtMs = now();
  let sequence = 0;
  /** Priced but not yet committed. */
  let spent = NO_COST;
  const snapshots = createSnapshots(deps, claimed);
  const outcomes = createOutcomes(deps, claimed);
  const shots = createRunShots(deps, claimed, mask);

  /** The run's cost so far. */
  const costSoFar = () => {
    spent = addCost(spent, priceUsage(deps.usage.take()));
    return addCost(run.cost, spent);
  };

  const log = (level: LogEntry["level"], message: string): void => {
    logs.push({ timestamp: new Date(now()).toISOString(), level, message: mask.text(message) });
  };

  /** A name for a commit of this worker, unique within the run. */
  const nextName = (): string => {
    sequence += 1;
    const ofShard = run.shard === undefined ? "" : `shard-${run.shard}-`;
    return `${ofShard}${run.fence}-${sequence}`;
  };

  const putPart = async (name: string): Promise<OutputPart | undefined> => {
    if (items.length === 0) return undefined;
    const objectKey = `${folderOf("runs", run.accountId)}${run.id}/${name}.ndjson`;
    const written = writeLines(items, run.itemsExtracted);
    const { lines } = written;
    items = written.items;
    for (const note of written.notes) log("warn", note);
    await objects.put(objectKey, lines, "application/x-ndjson");
    return { first: run.itemsExtracted, items: items.length, bytes: Buffer.byteLength(lines), objectKey };
  };

  /** The log entries that still fit, shortened, and how many did not. */
  const fittingLogs = () => {
    const shares = sharesOf(run);
    const room = Math.max(0, Math.floor(MAX_LOG_ENTRIES / shares) - run.logCount);
    const maxBytes = MAX_LOG_BYTES / shares;
    const kept: LogEntry[] = [];
    let bytes = run.logBytes;
    for (const entry of logs.slice(0, room)) {
      const short = { ...entry, message: entry.message.slice(0, MAX_MESSAGE_CHARS) };
      bytes += Buffer.byteLength(JSON.stringify(short));
      if (bytes > maxBytes) break;
      kept.push(short);
    }
    return { kept, bytes: Math.min(bytes, maxBytes), dropped: logs.length - kept.length };
  };

  /** The run's fields and details including everything collected so far. */
  const collected = (
    part: OutputPart | undefined,
    pagePack: PagePack | undefined,
    outcomePart: OutcomePart | undefined,
  ): { patch: Partial<RunRecord>; additions: RunAdditions } => {
    const { kept, bytes, dropped } = fittingLogs();
    const fieldNames = new Set(run.fieldNames);
    for (const item of items) for (const name of Object.keys(item)) fieldNames.add(name);
    const preview = items.slice(0, Math.max(0, PREVIEW_ITEMS - run.itemsExtracted)).map(previewItem);
    return {
      patch: {
        itemsExtracted: run.itemsExtracted + items.length,
        pagesFetched: run.pagesFetched + pages,
        dataPoints: run.dataPoints + countDataPoints(items),
        cost: costSoFar(),
        ...snapshots.totals(),
        ...outcomes.totals(),
        screenshots: shots.list(),
        logCount: run.logCount + kept.length,
        logBytes: bytes,
        logsDropped: run.logsDropped + dropped,
        fieldNames: [...fieldNames].slice(0, MAX_COLUMNS),
        filledCounts: countFilled(run.filledCounts ?? {}, items),
      },
      additions: {
        ...(part && { part }),
        ...(pagePack && { pagePack }),
        ...(outcomePart && { outcomePart }),
        logs: kept,
        preview,
      },
    };
  };

  const letGo = (change: Partial<RunRecord>, additions: RunAdditions, { afterMs = 0 }: HandOn): Write[] =>
    run.shard === undefined
      ? store.runs.handOn(run, change, additions, now() + dueAfterMs(afterMs))
      : store.runs.handOnShard(run, change, additions, now() + afterMs);

  const commitProgress = async (state: CollectionState, handOn: HandOn | null): Promise<void> => {
    const name = nextName();
    const [part, pagePack, outcomePart, checkpointKey] = await Promise.all([
      putPart(name),
      snapshots.pack(name),
      outcomes.pack(name),
      putCheckpoint(deps, run, name, state),
    ]);
    const { patch, additions } = collected(part, pagePack, outcomePart);
    const nowMs = now();
    const leaseUntilMs = nowMs + RUN_TIMING.leaseMs;
    const change: Partial<RunRecord> = {
      ...patch,
      checkpointKey,
      ...(handOn?.queue && { queue: handOn.queue }),
      stalls: pages > 0 ? 0 : run.stalls + (handOn?.stalled ? 1 : 0),
      leaseUntil: handOn ? null : new Date(leaseUntilMs).toISOString(),
      opening: handOn ? null : openings.longest(),
    };
    await store.commit(
      handOn ? letGo(change, additions, handOn) : store.runs.progress(run, change, additions),
    );
    run = { ...run, ...change };
    [items, logs, pages, committedAtMs, spent] = [[], [], 0, nowMs, NO_COST];
  };

  return {
    log,

    /** Call when a page is requested. @returns call it when the page has arrived or failed */
    opening: (url: string) => openings.begin(mask.text(url)),

    /** Stores the raw page with the next commit, so that it can be read again without a visit. */
    keepPage: (url: string, page: KeptPage): void =>
      snapshots.keep(url, { ...page, url: mask.text(page.url), html: mask.text(page.html) }),

    /** Stores a screenshot; it counts with the next commit. */
    keepShot: shots.keep,

    add(batch: CollectionBatch): void {
      items = items.concat(mask.value(batch.items));
      logs = logs.concat(mask.value(batch.logs));
      outcomes.add(mask.value(batch.outcomes ?? []));
      pages += batch.pages;
    },

    commitIsDue: (): boolean =>
      items.length >= COMMIT_ITEMS ||
      snapshots.commitIsDue() ||
      now() - committedAtMs >= RUN_TIMING.commitEveryMs,

    /** Commits what was collected; the worker continues. */
    commit: (state: CollectionState): Promise<void> => commitProgress(state, null),

    /** Commits what was collected and releases the run: another worker continues. */
    async handOn(state: CollectionState, how: HandOn = {}): Promise<void> {
      await commitProgress(state, how);
      await announceRun(deps, run, how.afterMs);
    },

    /** Splits a run that has collected nothing yet: other workers start with its first shard. */
    async split(shards: number, left: Allowance): Promise<void> {
      const { patch, additions } = collected(undefined, undefined, undefined);
      const change = { ...patch, shards, stalls: 0, leaseUntil: null, opening: null };
      await store.commit(store.runs.split(run, change, left, additions, now() + RUN_TIMING.announceAgainMs));
      await announceRun(deps, { ...run, shard: 0 });
    },

    /**
     * Ends the run with all that was collected.
     *
     * @param besides writes that become true with the end; see `endRun`
     * @param warnings what is wrong with what was collected, where it completes
     */
    async finish(
      reason: RunError | null,
      besides?: () => Promise<readonly Write[]>,
      warnings: readonly RunWarning[] = [],
    ): Promise<void> {
      const name = nextName();
      const error = mask.value(reason);
      const packed = await Promise.all([putPart(name), snapshots.pack(name), outcomes.pack(name)]);
      if (error) log("error", error.message);
      for (const { message } of warnings) log("warn", message);
      const { patch, additions } = collected(...packed);
      const nowMs = now();
      const ending: Partial<RunRecord> = { ...patch, ...endingOf(run, error, mask.value(warnings), nowMs) };
      const logs = [...(additions.logs ?? []), ...tellDropped(patch.logsDropped ?? 0, nowMs)];
      const ended = { ...run, ...ending };
      await endRun(
        deps,
        run,
        ended,
        store.runs.finish(run, ending, { ...additions, logs }, nowMs + FIRST_LOOK_MS),
        besides,
      );
      run = ended;
    },

    /** The run's cost so far in nano-dollars, committed or not. */
    spentNanos: (): number => costNanos(costSoFar()),

    /** Everything collected so far, committed or not. */
    totals: () => ({
      items: run.itemsExtracted + items.length,
      pages: run.pagesFetched + pages,
      filled: countFilled(run.filledCounts ?? {}, items),
    }),
  };
};

export type RunWork = ReturnType<typeof createRunWork>;

/** When a released run comes due: after its message, or instead of one that would be delayed too long. */
const dueAfterMs = (afterMs: number): number =>
  afterMs > RUN_TIMING.maxQueueDelayMs ? afterMs : afterMs + RUN_TIMING.announceAgainMs;

/** Counts values that are not null, by field. */
const countDataPoints = (items: readonly Item[]): number =>
  items.reduce(
    (sum, item) => sum + Object.values(item).filter((value) => value !== null && value !== undefined).length,
    0,
  );
