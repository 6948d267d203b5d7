import { type Client, ConflictError, isOver, type Run } from "../client/index.ts";
import type { Progress } from "./progress.ts";

/** Below the 60 seconds after which most agents' programs give up on a tool. */
const MAX_WAIT_MS = 45_000;
const POLL_INTERVAL_MS = 1_000;
const PREVIEWED_ITEMS = 3;

const nextStep = (run: Run): string => {
  const { status, itemsExtracted } = run;
  if (status === "completed") return "read_items gives all items.";
  if (!isOver(run))
    return "The run is still in progress. Call get_run to keep waiting, or cancel_run to stop it; run_flow would start another one.";
  return itemsExtracted > 0
    ? `The run is ${status}. read_items gives what it had collected.`
    : `The run is ${status} and collected nothing.`;
};

/** A summary of a run, with possible next steps. */
const showRun = (run: Run) => ({
  id: run.id,
  flowId: run.flowId,
  status: run.status,
  itemsExtracted: run.itemsExtracted,
  pagesFetched: run.pagesFetched,
  durationMs: run.duration,
  costUsd: run.cost,
  ...(run.error && { error: run.error }),
  ...(run.currencies && { currencies: run.currencies }),
  preview: run.outputPreview.slice(0, PREVIEWED_ITEMS),
  next: nextStep(run),
});

/** The run once it has ended, or its current state after the longest wait. */
export const awaitRun = async (client: Client, id: string, { signal, tell }: Progress) =>
  showRun(
    await client.runs.wait(id, {
      signal,
      intervalMs: POLL_INTERVAL_MS,
      timeoutMs: MAX_WAIT_MS,
      onLook: (run) => {
        if (!isOver(run))
          tell(`${run.id} is ${run.status}: ${run.itemsExtracted} items from ${run.pagesFetched} pages`);
      },
    }),
  );

/** Cancels a run. A run that has already ended is returned unchanged: being too late is no error. */
export const cancelRun = async (client: Client, id: string, signal: AbortSignal) => {
  try {
    await client.runs.cancel(id, { signal });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const run = await client.runs.get(id, { signal });
    if (!isOver(run)) throw error;
    const shown = showRun(run);
    return {
      ...shown,
      next: `The run had already ended (${run.status}): nothing was cancelled. ${shown.next}`,
    };
  }
  return showRun(await client.runs.get(id, { signal }));
};
