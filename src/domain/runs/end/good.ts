import type { RunRecord } from "../../../store/runs/runs.ts";

/** Whether a run met its flow's expectations (`quality/judgeCollected.ts`). Runs over saved pages have old data. */
export const isGood = ({ status, itemsExtracted, warnings = [], snapshotsOf }: RunRecord): boolean =>
  status === "completed" && itemsExtracted > 0 && warnings.length === 0 && snapshotsOf === undefined;
