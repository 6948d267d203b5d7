import type { RunWarning } from "../../contract/expect.ts";
import type { RunRecord } from "../../store/runs.ts";
import type { Write } from "../../store/table.ts";
import type { CollectionBatch } from "../runs/engine.ts";
import type { RunWork } from "../runs/work/runWork.ts";
import type { WatchedFlow } from "./basis.ts";
import { type CompareDeps, compareRun } from "./compareRun.ts";

/** What is known of the end of a run, apart from what has changed. */
interface End {
  /** Other writes that belong to a good end. */
  readonly besides: () => Promise<readonly Write[]>;
  readonly warnings: readonly RunWarning[];
}

/**
 * Ends the run of a monitor: what has changed becomes true in the transaction that ends it. Of a collection that is
 * not what its flow expects nothing is a change, and it is never what the next one is compared with.
 */
export const finishMonitorRun = async (
  deps: CompareDeps,
  run: RunRecord,
  flow: WatchedFlow,
  progress: RunWork,
  { state, lacksRecords = false, lacksValues = false }: CollectionBatch,
  { besides, warnings }: End,
): Promise<void> => {
  // A first collection that finds nothing is seen to by the comparison.
  if (warnings.some(({ code }) => code !== "nothing-found")) {
    progress.log("warn", "Skipped the comparison: the items do not meet the flow's expectations.");
    return progress.finish(null, besides, warnings);
  }
  await progress.commit(state);
  const findings = await compareRun(deps, run, flow, { lacksRecords, lacksValues });
  if ("error" in findings) return progress.finish(findings.error);
  for (const { level, message } of findings.logs) progress.log(level, message);
  const writes = async () => [...(await findings.writes()), ...(await besides())];
  return progress.finish(null, writes, warnings);
};
