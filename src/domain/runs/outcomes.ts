import type { PageCounts, PageOutcome } from "../../contract/runPages.ts";
import type { OutcomePart } from "../../store/runPages.ts";
import type { RunRecord } from "../../store/runs.ts";
import { folderOf } from "../files/folders.ts";
import type { WithObjects } from "../ports.ts";
import { countAll } from "./pages.ts";

const NONE: PageCounts = { completed: 0, failed: 0, skipped: 0 };

const countOutcomes = (outcomes: readonly PageOutcome[]): PageCounts => {
  const count = (status: PageOutcome["status"]) => outcomes.filter((page) => page.status === status).length;
  return { completed: count("completed"), failed: count("failed"), skipped: count("skipped") };
};

/** Page outcomes since the last commit; those of one commit share an object. */
export const createOutcomes = ({ objects }: WithObjects, run: RunRecord) => {
  let counted = run.outcomes ?? NONE;
  let waiting: PageOutcome[] = [];
  return {
    add(outcomes: readonly PageOutcome[]): void {
      waiting = waiting.concat(outcomes);
    },

    /**
     * Writes the pending outcomes to an object.
     * @param name of the object, within the run
     * @returns its index, to be committed; undefined if nothing is pending
     */
    async pack(name: string): Promise<OutcomePart | undefined> {
      if (waiting.length === 0) return undefined;
      const counts = countOutcomes(waiting);
      const objectKey = `${folderOf("runs", run.accountId)}${run.id}/${name}-pages.ndjson`;
      const lines = waiting.map((outcome) => `${JSON.stringify(outcome)}\n`).join("");
      const part = { first: countAll(counted), ...counts, objectKey };
      waiting = [];
      counted = {
        completed: counted.completed + counts.completed,
        failed: counted.failed + counts.failed,
        skipped: counted.skipped + counts.skipped,
      };
      await objects.put(objectKey, lines, "application/x-ndjson");
      return part;
    },

    /** Page counts so far; empty for a run without a list or crawl. */
    totals: () => (countAll(counted) > 0 ? { outcomes: counted } : {}),
  };
};
