import { type Client, isOver, type Run } from "../client/index.ts";
import { adviceOn } from "./failure.ts";
import type { LongWork } from "./longWork.ts";
import type { Agent } from "./progress.ts";

const PREVIEWED_ITEMS = 3;

/** Says that pages failed, and how to find out why. */
export const sayFailedPages = ({ pages }: Pick<Run, "pages">, { offers }: Agent): string => {
  if (!pages || pages.failed === 0 || pages.completed === 0) return "";
  const why = offers("list_pages") ? ": list_pages with status failed says why" : "";
  return ` ${pages.failed} of its pages failed${why}.`;
};

const nextStep = (run: Run, agent: Agent): string => {
  const { status, itemsExtracted, error } = run;
  const failures = sayFailedPages(run, agent);
  if (status === "completed")
    return `${itemsExtracted > 0 ? "read_items gives all items." : "The run collected nothing."}${failures}`;
  if (!isOver(run)) {
    const stop = agent.offers("cancel_run") ? ", or cancel_run to stop it" : "";
    return `The run is still in progress. Call get_run to keep waiting${stop}; run_flow would start another one.`;
  }
  const rest = itemsExtracted > 0 ? ". read_items gives what it had collected." : " and collected nothing.";
  const advice = error ? adviceOn(error.code) : "";
  return `The run ${status === "failed" ? "failed" : `is ${status}`}${rest}${failures} ${advice}`.trimEnd();
};

/** A summary of a run, with possible next steps. */
const showRun = (run: Run, agent: Agent) => ({
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
  next: nextStep(run, agent),
});

export const runWork = (
  client: Client,
  id: string,
  agent: Agent,
): LongWork<Run, ReturnType<typeof showRun>> => {
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
    show: (run) => showRun(run, agent),
  };
};
