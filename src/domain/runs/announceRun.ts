import type { RunRecord } from "../../store/runs/runs.ts";
import type { Deps, WithRunQueue } from "../ports.ts";
import { RUN_TIMING } from "./timing.ts";

/**
 * Announces a committed run to the workers. Does not fail if the queue does: the run comes due, and the tick
 * announces it.
 *
 * @param delayMs when work may begin; if longer than a queue can delay, nothing is sent and the run comes due
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
