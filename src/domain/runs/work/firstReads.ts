import { actsOnPage } from "../../../contract/flows/rendering.ts";
import { counted } from "../../../contract/wording.ts";
import type { PageArchive } from "../../engine.ts";
import { hasObserved } from "../../monitor/basis.ts";
import { hasFirstReads, keepFirstReads } from "../../monitor/firstReads.ts";
import { isWatched, type Job } from "./job.ts";

/** Whether a monitor has yet to see what differs between two reads of its pages. */
const isFirst = async ({ deps, run, flow, plan }: Job): Promise<boolean> => {
  if (run.pagesFetched > 0) return false;
  const current = await deps.store.records.current(run.accountId, run.flowId);
  if (hasObserved(current, { ...flow, limits: plan.limits })) return false;
  return !(await hasFirstReads(deps, run));
};

/**
 * Reads a monitor's first pages, so that the run that follows reads them a second time. Only once for each baseline,
 * and not if the flow acts on its pages: an action done twice may have an effect.
 */
export const readFirstPages = async (job: Job, archive: PageArchive): Promise<void> => {
  const { deps, run, plan, progress, hold, state, mask } = job;
  if (!isWatched(job) || plan.steps.some(actsOnPage) || !(await isFirst(job))) return;
  const signal = AbortSignal.any([hold.lost, hold.deadline]);
  const reads = await deps.engine.readFirst(plan, state, signal, archive).catch((error: unknown) => {
    if (!signal.aborted)
      deps.log.warn("a monitor's first pages were not read twice", { runId: run.id, error });
    return null;
  });
  if (!reads || hold.lost.aborted) return;
  const { items, pages, pictures } = reads;
  await keepFirstReads(deps, run, mask.value(items), pictures);
  progress.log(
    "info",
    `Read ${counted(pages, "page")}, to be read again seconds later: what differs by itself is noise.`,
  );
  progress.add({ items: [], logs: [], pages, state, done: false });
};
