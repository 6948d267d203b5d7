import type { FlowVersion } from "../../store/flows.ts";
import type { RunRecord } from "../../store/runs.ts";
import type { CollectionBatch } from "../runs/engine.ts";
import type { RunWork } from "../runs/runWork.ts";
import { type CompareDeps, compareRun } from "./compareRun.ts";

/** Ends the run of a monitor: what has changed becomes true in the transaction that ends it. */
export const finishMonitorRun = async (
  deps: CompareDeps,
  run: RunRecord,
  flow: FlowVersion,
  progress: RunWork,
  { state, isPartial = false, lacksValues = false }: CollectionBatch,
): Promise<void> => {
  await progress.commit(state);
  const findings = await compareRun(deps, run, flow, { isPartial, lacksValues });
  if ("error" in findings) return progress.finish(findings.error);
  for (const { level, message } of findings.logs) progress.log(level, message);
  return progress.finish(null, findings.writes);
};
