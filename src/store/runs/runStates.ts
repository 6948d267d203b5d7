/**
 * The states of a run, and the changes between them. Each change is written on condition that the run is in a state
 * that allows it, so that only the first of two conflicting changes takes effect. Within `running`, the fence and the
 * lease decide which worker may write (`runWork.ts`).
 */
import type { RunStatus } from "../../contract/runs/runs.ts";
import type { Condition } from "../table.ts";
import type { RunRecord } from "./runRecord.ts";

/** The condition on a run's record that identifies each state. */
const STATES = {
  /** No slot is free. */
  waiting: { status: { eq: "queued" }, hasSlot: { eq: false } },
  /** A worker may claim it. */
  ready: { status: { eq: "queued" }, hasSlot: { eq: true } },
  /** A worker holds it, or has released it to the next one. */
  running: { status: { eq: "running" }, shards: { exists: false } },
  /** Workers hold its shards. */
  split: { status: { eq: "running" }, shards: { exists: true } },
  completed: { status: { eq: "completed" } },
  failed: { status: { eq: "failed" } },
  cancelled: { status: { eq: "cancelled" } },
} as const satisfies Record<string, Condition>;

export type RunState = keyof typeof STATES;

interface Change {
  readonly from: readonly [RunState, ...RunState[]];
  readonly to: readonly RunState[];
}

/** docs/architecture.md shows this table. */
export const RUN_CHANGES = {
  giveSlot: { from: ["waiting"], to: ["ready"] },
  claim: { from: ["ready", "running"], to: ["running"] },
  handOn: { from: ["running"], to: ["running"] },
  split: { from: ["running"], to: ["split"] },
  finish: { from: ["running"], to: ["completed", "failed"] },
  endSplit: { from: ["split"], to: ["completed", "failed", "cancelled"] },
  cancel: { from: ["waiting", "ready", "running"], to: ["cancelled"] },
  remove: { from: ["completed", "failed", "cancelled"], to: [] },
} as const satisfies Record<string, Change>;

export type RunChange = keyof typeof RUN_CHANGES;

export const stateOf = ({
  status,
  hasSlot,
  shards,
}: Pick<RunRecord, "status" | "hasSlot" | "shards">): RunState => {
  if (status === "queued") return hasSlot ? "ready" : "waiting";
  if (status === "running") return shards === undefined ? "running" : "split";
  return status;
};

/**
 * The condition of a change: the run is still in the state in which it was read. A change that this state does not
 * allow is refused.
 */
export const allows = (change: RunChange, run: RunRecord): Condition => {
  const { from }: Change = RUN_CHANGES[change];
  const state = stateOf(run);
  return STATES[from.includes(state) ? state : from[0]];
};

/** Whether a run with this status has ended, and so no longer changes. */
export const hasEnded = (status: RunStatus): status is Exclude<RunStatus, "queued" | "running"> =>
  status !== "queued" && status !== "running";
