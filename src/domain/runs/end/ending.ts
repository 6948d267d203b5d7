import type { RunWarning } from "../../../contract/flows/expect.ts";
import type { RunError } from "../../../contract/runs/runs.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";

/** The fields that change when a run completes or fails. */
export const endingOf = (
  run: Pick<RunRecord, "startedAt" | "executionStartedAt">,
  error: RunError | null,
  warnings: readonly RunWarning[],
  nowMs: number,
) =>
  ({
    status: error ? "failed" : "completed",
    error,
    ...(!error && warnings.length > 0 && { warnings }),
    finishedAt: new Date(nowMs).toISOString(),
    durationMs: nowMs - Date.parse(run.executionStartedAt ?? run.startedAt),
    leaseUntil: null,
    opening: null,
  }) satisfies Partial<RunRecord>;
