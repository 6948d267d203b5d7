/** Batches that collect nothing, because the run waits or needs a browser. */
import { NeedsBrowser, tellMove } from "../../contract/flows/rendering.ts";
import { TargetError } from "../egress/index.ts";
import type { CollectionDeps } from "./deps.ts";
import { CollectionError } from "./errors.ts";
import type { CollectionLog } from "./log.ts";
import type { CollectionBatch, CollectionState } from "./state.ts";

/** How many times in a row, and for how long, a target may ask the run to come back later. */
const MAX_POSTPONEMENTS = 5;
const MAX_POSTPONEMENT_MS = 3_600_000;

const nothing = (state: CollectionState, level: CollectionLog["level"], message: string, nowMs: number) => ({
  items: [],
  logs: [{ level, message, timestamp: new Date(nowMs).toISOString() }],
  pages: 0,
  state,
  done: false,
});

/** A batch that waits, if the target asked for a pause worth waiting for; otherwise the error. */
const postpone = (error: unknown, state: CollectionState, nowMs: number): CollectionBatch => {
  const cause = error instanceof CollectionError ? error.cause : undefined;
  const resumeAfterMs = cause instanceof TargetError ? cause.retryAfterMs : undefined;
  if (
    resumeAfterMs === undefined ||
    resumeAfterMs > MAX_POSTPONEMENT_MS ||
    state.postponed >= MAX_POSTPONEMENTS
  )
    throw error;
  const message = `${(error as Error).message} It asked to wait ${Math.ceil(resumeAfterMs / 1_000)} s; the run continues then.`;
  const postponed = { ...state, postponed: state.postponed + 1 };
  return { ...nothing(postponed, "warn", message, nowMs), resumeAfterMs };
};

/** A batch that requests a browser and says why. */
export const handToBrowser = (reason: string, state: CollectionState, nowMs: number): CollectionBatch => ({
  ...nothing(state, "info", tellMove(reason), nowMs),
  needsBrowser: true,
});

/**
 * The batch in place of one that ended with an error.
 * @throws the error if it ends the collection · the reason of the aborted `signal`
 */
export const interrupt = (
  error: unknown,
  { signal, manners, now }: CollectionDeps,
  state: CollectionState,
): CollectionBatch => {
  if (signal.aborted) throw signal.reason;
  if (error instanceof NeedsBrowser) return handToBrowser(error.message, state, now());
  return postpone(error, { ...state, ...(manners && { manners: manners.suspend() }) }, now());
};
