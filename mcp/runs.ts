import { type Client, isOver, type Run } from "../client/index.ts";
import type { LongWork } from "./longWork.ts";

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
  ...(run.pages && { pages: run.pages }),
  ...(run.sites && { sites: run.sites }),
  durationMs: run.duration,
  costUsd: run.cost,
  ...(run.error && { error: run.error }),
  ...(run.warnings.length > 0 && { warnings: run.warnings }),
  ...(run.currencies && { currencies: run.currencies }),
  preview: run.outputPreview.slice(0, PREVIEWED_ITEMS),
  next: nextStep(run),
});

export const runWork = (client: Client, id: string): LongWork<Run, ReturnType<typeof showRun>> => {
  const get = (signal: AbortSignal): Promise<Run> => client.runs.get(id, { signal });
  return {
    kind: "run",
    isOver,
    progressOf: ({ status, itemsExtracted, pagesFetched }) =>
      `${id} is ${status}: ${itemsExtracted} items from ${pagesFetched} pages`,
    get,
    wait: (options) => client.runs.wait(id, options),
    cancel: async (signal) => {
      await client.runs.cancel(id, { signal });
      return get(signal);
    },
    show: showRun,
  };
};
