/** Keeps an export for its worker while it makes progress. */
import { MINUTE_MS, SECOND_MS } from "../../contract/units.ts";
import type { ExportProgress, ExportRecord } from "../../store/deliveries/exports.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import type { Write } from "../../store/table.ts";
import { OutOfTime } from "../destinations/progress.ts";
import type { Deps } from "../ports.ts";

/** An export that makes no progress for this long is lost: more than its longest request takes. */
export const LOST_MS = 3 * MINUTE_MS;
/** How often a worker commits what it has read. */
const RENEW_MS = 20 * SECOND_MS;
/** What is left for the next part, and for handing on. */
const LEFT_MS = 60 * SECOND_MS;

export interface Keeper {
  readonly current: () => ExportRecord;
  /** Commits what was reached, with other writes. @throws ConditionFailed if the export or its run is taken; OutOfTime */
  readonly note: (reached: Partial<ExportProgress>, more?: readonly Write[]) => Promise<void>;
  /** The same now and then; for what comes often. */
  readonly renew: (reached: () => Partial<ExportProgress>) => Promise<void>;
}

export const keepExport = (
  { store, now }: Deps,
  claimed: ExportRecord,
  run: RunRecord,
  deadlineMs: number,
): Keeper => {
  let current = claimed;
  let notedMs = now();
  const note: Keeper["note"] = async (reached, more = []) => {
    notedMs = now();
    const lostAtMs = notedMs + LOST_MS;
    const patch = {
      progress: { ...current.progress, ...reached },
      nextAttemptAt: new Date(lostAtMs).toISOString(),
      // An export that makes progress is not what stops its workers.
      losses: 1,
    };
    await store.commit(store.exports.change(current, patch, lostAtMs), store.runs.mustExist(run), more);
    current = { ...current, ...patch, turn: current.turn + 1 };
    if (now() > deadlineMs - LEFT_MS) throw new OutOfTime("the function is about to time out");
  };
  return {
    current: () => current,
    note,
    renew: async (reached) => {
      if (now() - notedMs >= RENEW_MS) await note(reached());
    },
  };
};
