import type { RunRecord } from "../../store/runs.ts";
import type { Write } from "../../store/table.ts";
import type { CollectionBatch } from "../runs/engine.ts";
import type { RunWork } from "../runs/runWork.ts";
import { type CompareDeps, compareRun, type WatchedFlow } from "./compareRun.ts";

/**
 * Ends the run of a monitor: what has changed becomes true in the transaction that ends it.
 *
 * @param besides other writes that belong to a good end
 */
export const finishMonitorRun = async (
  deps: CompareDeps,
  run: RunRecord,
  flow: WatchedFlow,
  progress: RunWork,
  { state, lacksRecords = false, lacksValues = false }: CollectionBatch,
  besides: () => Promise<readonly Write[]>,
): Promise<void> => {
  await progress.commit(state);
  const findings = await compareRun(deps, run, flow, { lacksRecords, lacksValues });
  if ("error" in findings) return progress.finish(findings.error);
  for (const { level, message } of findings.logs) progress.log(level, message);
  return progress.finish(null, async () => [...(await findings.writes()), ...(await besides())]);
};
