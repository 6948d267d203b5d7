import { tellAllFailed } from "../../../contract/runPages.ts";
import type { LogEntry, RunError } from "../../../contract/runs.ts";
import type { FlowVersion } from "../../../store/flows.ts";
import type { SplitRun } from "../../../store/readRun.ts";
import type { RunRecord } from "../../../store/runs.ts";
import type { Deps, WithObjects } from "../../ports.ts";
import { judgeCollected } from "../../quality/judgeCollected.ts";
import type { Mask } from "../mask.ts";
import { allOutcomes } from "../pages.ts";
import { tellCompleted } from "../show.ts";
import type { End } from "./end.ts";

/** Why a run failed if none of its pages could be read; otherwise null. */
const allFailed = async (deps: Deps & WithObjects, run: RunRecord): Promise<RunError | null> => {
  const { completed = 0, failed = 0 } = run.outcomes ?? {};
  if (completed > 0 || failed === 0) return null;
  for await (const { url, error } of allOutcomes(deps, run, "failed")) {
    const { code = "target-failed", step = null, httpStatus = null, retryable = false } = error ?? {};
    return { code, message: tellAllFailed(failed, { url, error }), step, url, httpStatus, retryable };
  }
  return null;
};

/** How a split run ends once its last shard is finished. */
export const judgeWhole =
  (deps: Deps & WithObjects, flow: FlowVersion, mask: Mask) =>
  async ({ run }: SplitRun): Promise<End> => {
    const entry = (level: LogEntry["level"], message: string): LogEntry => ({
      timestamp: new Date(deps.now()).toISOString(),
      level,
      message: mask.text(message),
    });
    const error = await allFailed(deps, run);
    if (error) return { error, logs: [entry("error", error.message)] };
    const { itemsExtracted: items, filledCounts: filled = {}, pagesFetched } = run;
    const commit = async (): Promise<void> => {};
    const { warnings, remember } = await judgeCollected(deps, run, flow, { items, filled, commit });
    const told = warnings.map(({ message }) => entry("warn", message));
    const logs = [entry("info", tellCompleted(items, pagesFetched)), ...told];
    return { error: null, warnings: mask.value(warnings), logs, besides: remember };
  };
