/** What the run pipeline asks of the engine: one resumable step at a time, no exceptions but an abort. */
import type { FlowMode } from "../../contract/flows.ts";
import type { OutputSchema } from "../../contract/outputSchema.ts";
import type { Item, LogEntry, RunError } from "../../contract/runs.ts";
import type { Steps } from "../../contract/steps.ts";

export interface CollectionPlan {
  readonly url: string;
  readonly mode: FlowMode;
  readonly steps: Steps;
  readonly outputSchema: OutputSchema | null;
  readonly limits: { readonly maxPages: number; readonly maxItems: number };
}

/** The engine's own state between two batches: plain JSON, opaque to the pipeline. */
export type CollectionState = unknown;

export interface CollectionBatch {
  readonly items: readonly Item[];
  readonly logs: readonly LogEntry[];
  readonly pages: number;
  readonly state: CollectionState;
  readonly done: boolean;
  /** The target asked to be left alone for this long: go on then. */
  readonly resumeAfterMs?: number;
}

export interface CollectionFailure {
  readonly failure: RunError;
}

export interface Engine {
  start(plan: CollectionPlan): CollectionState;
  /** @throws whatever `signal` was aborted with, and nothing else */
  next(
    plan: CollectionPlan,
    state: CollectionState,
    signal: AbortSignal,
  ): Promise<CollectionBatch | CollectionFailure>;
}
