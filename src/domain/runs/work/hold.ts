import type { RunRecord } from "../../../store/runs/runs.ts";
import { ConditionFailed } from "../../../store/table.ts";
import type { Deps, WithTimers } from "../../ports.ts";
import { RUN_TIMING } from "../timing.ts";
import { createOpenings, type Openings } from "./openings.ts";

/** If a page is still loading this long before the timeout, the worker drops it and hands the run on. */
const ABORT_BEFORE_MS = 8_000;

/** A worker's hold on a run: its lease and its deadline. */
export interface Hold {
  /** Aborted when the run no longer belongs to this worker. */
  readonly lost: AbortSignal;
  /** Aborted when the worker's function is about to be stopped, so that the page it is waiting for is dropped. */
  readonly deadline: AbortSignal;
  /** When the function is stopped, in epoch milliseconds. */
  readonly deadlineMs: number;
  /** Pages being waited for, which the heartbeat reports. */
  readonly openings: Openings;
  /** Call after a commit, which renews the lease too. */
  prolonged(): void;
  /** Stops the heartbeat. */
  release(): void;
}

/** Renews the lease of a claimed run until released, except right after a commit. */
export const holdRun = (
  { store, now, log, after }: Deps & WithTimers,
  run: RunRecord,
  deadlineMs: number,
): Hold => {
  const lost = new AbortController();
  const deadline = new AbortController();
  const openings = createOpenings(now);
  let prolongedAtMs = now();
  const renew = async (): Promise<void> => {
    stopRenewing = after(RUN_TIMING.renewMs, renew);
    if (now() - prolongedAtMs < RUN_TIMING.renewMs) return;
    try {
      await store.runs.renew(run, now() + RUN_TIMING.leaseMs, openings.longest());
    } catch (error) {
      if (error instanceof ConditionFailed) lost.abort(error);
      else log.warn("a lease was not renewed", { runId: run.id, error });
    }
  };
  let stopRenewing = after(RUN_TIMING.renewMs, renew);
  const dropPageInMs = Math.max(0, deadlineMs - ABORT_BEFORE_MS - now());
  const callOff = after(dropPageInMs, () => deadline.abort());
  return {
    lost: lost.signal,
    deadline: deadline.signal,
    deadlineMs,
    openings,
    prolonged: () => {
      prolongedAtMs = now();
    },
    release: () => {
      stopRenewing();
      callOff();
    },
  };
};
