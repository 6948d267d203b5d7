import type { RunRecord } from "../../store/runs.ts";
import type { Deps, WithRunQueue } from "../ports.ts";
import { RUN_TIMING } from "./timing.ts";

/**
 * Tells the workers of a run that is committed. What cannot be told is not the caller's failure: the run
 * comes due, and the tick announces it.
 *
 * @param delayMs when work on it may begin; beyond what a queue can hold back, the run just comes due
 */
export const announceRun = async (
  { runQueue, log }: Deps & WithRunQueue,
  run: Pick<RunRecord, "id" | "accountId" | "queue" | "shard">,
  delayMs = 0,
): Promise<void> => {
  if (delayMs > RUN_TIMING.maxQueueDelayMs) return;
  try {
    await runQueue.send(run, delayMs);
  } catch (error) {
    log.warn("a run was not announced; it starts when it comes due", { runId: run.id, error });
  }
};
