/** Runs as they go on. */

import type { CallOptions } from "./calls.ts";
import type { CreateRun, Operations, Run, RunStatus } from "./generated.ts";
import { pause } from "./pause.ts";

export interface WaitOptions extends Pick<CallOptions, "signal"> {
  /** Time between two looks (default 500). */
  readonly intervalMs?: number;
  /** How long to wait at most (default: to the end, however long that is). */
  readonly timeoutMs?: number;
  /** Told of the run as it is at every look, the last one too. */
  readonly onLook?: (run: Run) => void | Promise<void>;
}

const DEFAULT_INTERVAL_MS = 500;

/** Whether a run has come to its end, whatever that was: nothing about it changes any more. */
export const isOver = ({ status }: { readonly status: RunStatus }): boolean =>
  status !== "queued" && status !== "running";

/**
 * The run once it is over, or as it is when the time for waiting is: `isOver` tells them apart.
 *
 * @throws the signal's reason where it is aborted; the run continues by itself
 */
export const waitForRun = async (
  { getRun }: Pick<Operations, "getRun">,
  runId: string,
  {
    signal,
    intervalMs = DEFAULT_INTERVAL_MS,
    timeoutMs = Number.POSITIVE_INFINITY,
    onLook,
  }: WaitOptions = {},
): Promise<Run> => {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const run = await getRun(runId, signal ? { signal } : {});
    await onLook?.(run);
    if (isOver(run) || performance.now() + intervalMs > deadline) return run;
    await pause(intervalMs, signal);
  }
};

/** Runs a flow and waits for the run's end. */
export const createAndWait = async (
  operations: Pick<Operations, "createRun" | "getRun">,
  body: CreateRun,
  options: WaitOptions & CallOptions = {},
): Promise<Run> => {
  const { idempotencyKey, signal } = options;
  const call = { ...(idempotencyKey !== undefined && { idempotencyKey }), ...(signal && { signal }) };
  const { id } = await operations.createRun(body, call);
  return waitForRun(operations, id, options);
};
