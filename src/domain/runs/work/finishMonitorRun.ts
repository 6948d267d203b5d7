import type { RunWarning } from "../../../contract/flows/expect.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import type { Write } from "../../../store/table.ts";
import type { CollectionBatch } from "../../engine.ts";
import type { WatchedFlow } from "../../monitor/basis.ts";
import { BaselineReplaced, type CompareDeps, compareRun } from "../../monitor/compareRun.ts";
import { readFirstReads } from "../../monitor/firstReads.ts";
import type { RunWork } from "./runWork.ts";

/** The end of a run, apart from its changes. */
interface End {
  /** Other writes of a completed run. */
  readonly besides: () => Promise<readonly Write[]>;
  readonly warnings: readonly RunWarning[];
}

/**
 * Ends a monitor's run and stores its changes in one transaction. A collection that does not meet the flow's
 * expectations reports no changes and never becomes the baseline.
 */
export const finishMonitorRun = async (
  deps: CompareDeps,
  run: RunRecord,
  flow: WatchedFlow,
  progress: RunWork,
  { state, lacksRecords = false, lacksValues = false }: CollectionBatch,
  { besides, warnings }: End,
): Promise<void> => {
  // The comparison handles a first collection that finds nothing.
  if (warnings.some(({ code }) => code !== "nothing-found")) {
    progress.log("warn", "Skipped the comparison: the items do not meet the flow's expectations.");
    return progress.finish(null, besides, warnings);
  }
  await progress.commit(state);
  const how = {
    currencies: progress.totals().currencies,
    firstReads: await readFirstReads(deps, run),
    lacksRecords,
    lacksValues,
  };
  for (;;) {
    const findings = await compareRun(deps, run, flow, how);
    if ("error" in findings) return progress.finish(findings.error);
    for (const { level, message } of findings.logs) progress.log(level, message);
    try {
      const writes = async () => [...(await findings.writes()), ...(await besides())];
      return await progress.finish(null, writes, warnings);
    } catch (error) {
      if (!(error instanceof BaselineReplaced)) throw error;
      progress.log(
        "info",
        "Another run of this flow ended in the meantime. Comparing with its records instead.",
      );
    }
  }
};
