import type { Run } from "../../../contract/runs/runs.ts";
import type { WithFileLinks } from "../../files/links.ts";
import type { Caller, Deps, WithTimers } from "../../ports.ts";
import { getRun } from "./readRuns.ts";

/**
 * Requests that may wait at the same time; further ones are answered at once. Each holds a function for up to 25
 * seconds, out of the default 1,000 concurrent executions of an AWS account (or four threads per operation on one
 * machine).
 */
export const WAIT_CAPS = {
  deployed: { ofAccount: 5, ofAll: 50 },
  local: { ofAccount: 2, ofAll: 2 },
} as const;

export interface WithWaiting extends WithTimers, WithFileLinks {
  readonly waitCaps: { readonly ofAccount: number; readonly ofAll: number };
}

/** Pauses between two checks. They start short, because most runs that finish in time finish soon. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 1_000;
const GROWTH = 1.3;

const IS_OVER: ReadonlySet<Run["status"]> = new Set(["completed", "failed", "cancelled"]);

/** The finished run, or null if it is still running when the time is up. */
const watch = async (
  deps: Deps & WithWaiting,
  caller: Caller,
  runId: string,
  origin: string,
  untilMs: number,
): Promise<Run | null> => {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * GROWTH)) {
    const run = await deps.store.runs.get(caller.accountId, runId);
    if (!run) return null;
    if (IS_OVER.has(run.status)) return getRun(deps, caller, runId, origin);
    const leftMs = untilMs - deps.now();
    if (leftMs <= 0) return null;
    await new Promise<void>((resolve) => deps.after(Math.min(pauseMs, leftMs), resolve));
  }
};

/**
 * Waits for the end of a run.
 *
 * @param origin where the service answers, such as `https://api.example.com`
 * @returns null if it does not end in time, if too many requests already wait, or if the key may not read runs
 */
export const awaitRun = async (
  deps: Deps & WithWaiting,
  caller: Caller,
  runId: string,
  { origin, waitMs }: { readonly origin: string; readonly waitMs: number },
): Promise<Run | null> => {
  if (!caller.scopes.includes("runs:read")) return null;
  const untilMs = deps.now() + waitMs;
  const release = await deps.store.waits.begin(caller.accountId, deps.now(), deps.waitCaps);
  if (!release) return null;
  try {
    return await watch(deps, caller, runId, origin, untilMs);
  } finally {
    await release();
  }
};
