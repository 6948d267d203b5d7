/** Waiting for runs. */

import type { CallOptions } from "./calls.ts";
import type { CreateRun, Operations, Run, RunStatus } from "./generated.ts";
import { callOf, type PollOptions, pollUntil } from "./poll.ts";

export interface WaitOptions extends PollOptions<Run> {
  /** Time between two polls (default 500). */
  readonly intervalMs?: number;
}

const DEFAULT_INTERVAL_MS = 500;

/** Whether a run has ended, in any way: it no longer changes. */
export const isOver = ({ status }: { readonly status: RunStatus }): boolean =>
  status !== "queued" && status !== "running";

/**
 * Waits until a run ends, or returns its state after `timeoutMs`; `isOver` tells which.
 *
 * @throws the signal's reason if it is aborted; the run itself continues
 */
export const waitForRun = (
  { getRun }: Pick<Operations, "getRun">,
  runId: string,
  { intervalMs = DEFAULT_INTERVAL_MS, ...options }: WaitOptions = {},
): Promise<Run> => pollUntil(isOver, (call) => getRun(runId, call), intervalMs, options);

/** Runs a flow and waits for the run's end. */
export const createAndWait = async (
  operations: Pick<Operations, "createRun" | "getRun">,
  body: CreateRun,
  options: WaitOptions & CallOptions = {},
): Promise<Run> => {
  const { id } = await operations.createRun(body, callOf(options));
  return waitForRun(operations, id, options);
};
