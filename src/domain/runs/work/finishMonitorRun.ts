import type { RunWarning } from "../../../contract/flows/expect.ts";
import { MAX_COMPARED_CHARS } from "../../../contract/flows/monitor.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import type { Write } from "../../../store/table.ts";
import type { CollectionBatch } from "../../engine.ts";
import { readItemsWithin } from "../../items/output.ts";
import type { WatchedFlow } from "../../monitor/basis.ts";
import { BaselineReplaced, type CompareDeps, compareRun } from "../../monitor/compareRun.ts";
import { readFirstReads } from "../../monitor/firstReads.ts";
import { runError } from "../../shared/runError.ts";
import type { RunWork } from "./runWork.ts";

/** Comparisons while other runs of the flow end. After these, another worker takes over. */
const ATTEMPTS = 10;

const TOO_LARGE = runError(
  "timeout",
  `The records have more than ${MAX_COMPARED_CHARS / 1e6} MB, which is too much to compare. Collect fewer records, or fewer fields of each.`,
);

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
  const items = await readItemsWithin(deps, run, MAX_COMPARED_CHARS);
  if (items === null) return progress.finish(TOO_LARGE);
  const collected = {
    items,
    currencies: progress.totals().currencies,
    firstReads: await readFirstReads(deps, run),
    lacksRecords,
    lacksValues,
  };
  for (let attempt = 1; ; attempt += 1) {
    const findings = await compareRun(deps, run, flow, collected);
    if ("error" in findings) return progress.finish(findings.error);
    for (const { level, message } of findings.logs) progress.log(level, message);
    try {
      const writes = async () => [...(await findings.writes()), ...(await besides())];
      return await progress.finish(null, writes, warnings);
    } catch (error) {
      if (!(error instanceof BaselineReplaced) || attempt === ATTEMPTS) throw error;
      progress.dropLog();
      progress.log(
        "info",
        "Another run of this flow ended in the meantime. Compared with its records instead.",
      );
    }
  }
};
