import type { RunSummary } from "../../contract/runs/runs.ts";
import { counted } from "../../contract/wording.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { totalCost } from "../usage/cost.ts";

/** Milliseconds of execution: 0 while queued, elapsed while running, final once ended. */
const durationAt = (run: RunRecord, nowMs: number): number => {
  if (run.finishedAt !== null) return run.durationMs;
  if (run.executionStartedAt === null) return 0;
  return Math.max(0, nowMs - Date.parse(run.executionStartedAt));
};

export const showRunSummary = (run: RunRecord, nowMs: number): RunSummary => ({
  id: run.id,
  flowId: run.flowId,
  flowName: run.flowName,
  status: run.status,
  origin: run.origin,
  ...(run.trigger !== undefined && { trigger: run.trigger }),
  ...(run.input !== undefined && { input: run.input }),
  ...(run.retryOf !== undefined && { retryOf: run.retryOf }),
  ...(run.snapshotsOf !== undefined && { snapshotsOf: run.snapshotsOf }),
  startedAt: run.startedAt,
  executionStartedAt: run.executionStartedAt,
  finishedAt: run.finishedAt,
  duration: durationAt(run, nowMs),
  itemsExtracted: run.itemsExtracted,
  pagesFetched: run.pagesFetched,
  ...(run.outcomes && { pages: run.outcomes }),
  ...(run.sites && { sites: run.sites }),
  dataPointsExtracted: run.dataPoints,
  ...(run.currencies && { currencies: run.currencies }),
  cost: totalCost(run.cost),
  warnings: [...(run.warnings ?? [])],
});

/** The log line of a run that completed. */
export const tellCompleted = (items: number, pages: number): string =>
  `Completed: ${counted(items, "item")} from ${counted(pages, "page")}.`;
