import type { PageCounts, PageOutcome, SiteOutcome } from "../../../contract/runs/runPages.ts";
import type { OutcomePart, OutcomesOf } from "../../../store/runs/runPages.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import { folderOf } from "../../files/folders.ts";
import type { WithObjects } from "../../ports.ts";
import { countAll } from "./pages.ts";

const NONE: PageCounts = { completed: 0, failed: 0, skipped: 0 };

type Outcome = PageOutcome | SiteOutcome;

const countOutcomes = (outcomes: readonly Outcome[]): PageCounts => {
  const count = (status: PageOutcome["status"]) => outcomes.filter((page) => page.status === status).length;
  return { completed: count("completed"), failed: count("failed"), skipped: count("skipped") };
};

/** Outcomes of pages, or of sites, since the last commit; those of one commit share an object. */
export const createOutcomes = <O extends Outcome>(
  { objects }: WithObjects,
  run: RunRecord,
  of: OutcomesOf,
) => {
  let counted = (of === "pages" ? run.outcomes : run.sites) ?? NONE;
  let waiting: O[] = [];
  return {
    add(outcomes: readonly O[]): void {
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
      const objectKey = `${folderOf("runs", run.accountId)}${run.id}/${name}-${of}.ndjson`;
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

    /** Counts so far; undefined for a run without a list or crawl. */
    totals: () => (countAll(counted) > 0 ? counted : undefined),
  };
};
