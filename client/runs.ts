/** Waiting for runs. */

import type { CallOptions } from "./calls.ts";
import type { CreateRun, Operations, Run, RunStatus } from "./generated.ts";
import { pause } from "./pause.ts";

export interface WaitOptions extends Pick<CallOptions, "signal"> {
  /** Time between two polls (default 500). */
  readonly intervalMs?: number;
  /** How long to wait at most (default: no limit). */
  readonly timeoutMs?: number;
  /** Called with the run at every poll, including the last. */
  readonly onLook?: (run: Run) => void | Promise<void>;
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
