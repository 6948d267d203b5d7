import {
  type Item,
  type LogEntry,
  MAX_LOG_ENTRIES,
  PREVIEW_ITEMS,
  type RunError,
} from "../../contract/runs.ts";
import type { OutputPart, RunAdditions, RunRecord } from "../../store/runs.ts";
import type { Deps, WithObjects, WithRunQueue } from "../ports.ts";
import { addCost, priceUsage, type Usage } from "./cost.ts";
import { endRun } from "./endRun.ts";
import type { CollectionBatch, CollectionState } from "./engine.ts";
import { previewItem } from "./preview.ts";
import { COMMIT_ITEMS, RUN_TIMING } from "./timing.ts";

const MAX_MESSAGE_CHARS = 2000;
const MAX_COLUMNS = 500;

export type WorkDeps = Deps &
  WithRunQueue &
  WithObjects & {
    readonly usage: {
      /** Begins to count for one message. */
      readonly start: () => void;
      /** What was used since then, or since it was last asked. */
      readonly take: () => Usage;
    };
  };

/**
 * What a worker has collected and not yet committed. A commit is one transaction under the worker's
 * fence: output part, checkpoint, log, counters and cost become true together or not at all.
 *
 * @throws ConditionFailed from every commit once the run is no longer this worker's
 */
export const createRunWork = (deps: WorkDeps, claimed: RunRecord) => {
  const { store, objects, now } = deps;
  let run = claimed;
  let items: Item[] = [];
  let logs: LogEntry[] = [];
  let pages = 0;
  let committedAtMs = now();
  let sequence = 0;

  const log = (level: LogEntry["level"], message: string): void => {
    logs.push({ timestamp: new Date(now()).toISOString(), level, message });
  };

  const putPart = async (): Promise<OutputPart | undefined> => {
    if (items.length === 0) return undefined;
    const objectKey = `runs/${run.accountId}/${run.id}/${run.fence}-${sequence}.ndjson`;
    const lines = items.map((item) => `${JSON.stringify(item)}\n`).join("");
    await objects.put(objectKey, lines, "application/x-ndjson");
    return { first: run.itemsExtracted, items: items.length, objectKey };
  };

  const putCheckpoint = async (state: CollectionState): Promise<string> => {
    const objectKey = `tmp/checkpoints/${run.id}/${run.fence}-${sequence}.json`;
    await objects.put(objectKey, JSON.stringify(state), "application/json");
    return objectKey;
  };

  /** The log entries that still fit, shortened; and how many did not. */
  const fittingLogs = () => {
    const room = Math.max(0, MAX_LOG_ENTRIES - run.logCount);
    const kept = logs
      .slice(0, room)
      .map((entry) => ({ ...entry, message: entry.message.slice(0, MAX_MESSAGE_CHARS) }));
    return { kept, dropped: logs.length - kept.length };
  };

  /** The run's fields and additions once everything collected so far counts. */
  const collected = (
    part: OutputPart | undefined,
  ): { patch: Partial<RunRecord>; additions: RunAdditions } => {
    const { kept, dropped } = fittingLogs();
    const fieldNames = new Set(run.fieldNames);
    for (const item of items) for (const name of Object.keys(item)) fieldNames.add(name);
    const preview = items.slice(0, Math.max(0, PREVIEW_ITEMS - run.itemsExtracted)).map(previewItem);
    return {
      patch: {
        itemsExtracted: run.itemsExtracted + items.length,
        pagesFetched: run.pagesFetched + pages,
        dataPoints: run.dataPoints + countDataPoints(items),
        cost: addCost(run.cost, priceUsage(deps.usage.take())),
        logCount: run.logCount + kept.length,
        logsDropped: run.logsDropped + dropped,
        fieldNames: [...fieldNames].slice(0, MAX_COLUMNS),
      },
      additions: { ...(part && { part }), logs: kept, preview },
    };
  };

  const commitProgress = async (
    state: CollectionState,
    handOn: { afterMs: number } | null,
  ): Promise<void> => {
    sequence += 1;
    const [part, checkpointKey] = await Promise.all([putPart(), putCheckpoint(state)]);
    const { patch, additions } = collected(part);
    const nowMs = now();
    const leaseUntilMs = nowMs + RUN_TIMING.leaseMs;
    const change: Partial<RunRecord> = {
      ...patch,
      checkpointKey,
      stalls: pages > 0 ? 0 : run.stalls + (handOn ? 1 : 0),
      leaseUntil: handOn ? null : new Date(leaseUntilMs).toISOString(),
    };
    const dueAtMs = handOn ? nowMs + handOn.afterMs + RUN_TIMING.announceAgainMs : leaseUntilMs;
    await store.commit(store.runs.progress(run, change, additions, dueAtMs));
    run = { ...run, ...change };
    [items, logs, pages, committedAtMs] = [[], [], 0, nowMs];
  };

  return {
    log,

    add(batch: CollectionBatch): void {
      items.push(...batch.items);
      logs.push(...batch.logs);
      pages += batch.pages;
    },

    commitIsDue: (): boolean =>
      items.length >= COMMIT_ITEMS || now() - committedAtMs >= RUN_TIMING.commitEveryMs,

    /** Keeps what was collected; the worker goes on. */
    commit: (state: CollectionState): Promise<void> => commitProgress(state, null),

    /** Keeps what was collected and lets go of the run: another worker goes on after `afterMs`. */
    async handOn(state: CollectionState, afterMs: number): Promise<void> {
      await commitProgress(state, { afterMs });
      await deps.runQueue.send(run.accountId, run.id, afterMs);
    },

    /** Ends the run with all that was collected. */
    async finish(error: RunError | null): Promise<void> {
      sequence += 1;
      const part = await putPart();
      if (error) log("error", error.message);
      const { patch, additions } = collected(part);
      const nowMs = now();
      const ending: Partial<RunRecord> = {
        ...patch,
        status: error ? "failed" : "completed",
        error,
        finishedAt: new Date(nowMs).toISOString(),
        durationMs: nowMs - Date.parse(run.executionStartedAt ?? run.startedAt),
        leaseUntil: null,
      };
      const logs = withDropped(additions.logs ?? [], patch.logsDropped ?? 0, nowMs);
      const ended = { ...run, ...ending };
      await endRun(deps, run, ended, store.runs.finish(run, ending, { ...additions, logs }));
      run = ended;
    },

    /** Everything collected so far, committed or not. */
    totals: () => ({ items: run.itemsExtracted + items.length, pages: run.pagesFetched + pages }),
  };
};

export type RunWork = ReturnType<typeof createRunWork>;

/** The last entries of a run's log; the very last says how many did not fit. */
const withDropped = (logs: readonly LogEntry[], dropped: number, nowMs: number): readonly LogEntry[] => {
  if (dropped === 0) return logs;
  const message = `${dropped} more entries were left out of this log.`;
  return [...logs, { timestamp: new Date(nowMs).toISOString(), level: "warn", message }];
};

/** Field values that are not null. */
const countDataPoints = (items: readonly Item[]): number =>
  items.reduce(
    (sum, item) => sum + Object.values(item).filter((value) => value !== null && value !== undefined).length,
    0,
  );
