import type { Deleted } from "../../../contract/common.ts";
import { DomainError } from "../../../contract/errors.ts";
import { ConditionFailed } from "../../../store/table.ts";
import { notFound } from "../../errors.ts";
import { findRun } from "../../items/findRun.ts";
import { audit, readEndEntry } from "../../journal/journal.ts";
import type { Caller, Deps } from "../../ports.ts";
import { FIRST_LOOK_MS } from "../../retentionTimes.ts";

/**
 * Deletes a run that has ended. It disappears at once; the clock erases its data later, as for an expired run.
 *
 * @throws DomainError `not-found`; `conflict` while the run is in progress
 */
export const deleteRun = async (deps: Deps, caller: Caller, id: string): Promise<Deleted> => {
  const { store, now } = deps;
  const run = await findRun(deps, caller, id);
  if (run.finishedAt === null)
    throw new DomainError("conflict", `Run ${id} is ${run.status}: cancel it before you delete it.`);
  // The activity feed keeps its entry about the run's end.
  const entry = await readEndEntry(deps, run);
  const keptUntilMs = Date.parse(run.finishedAt) + FIRST_LOOK_MS;
  try {
    await store.commit(
      store.runs.remove(run, now()),
      entry ? store.journal.keepOfRun(entry, keptUntilMs) : [],
      audit(deps, caller, {
        action: "run.deleted",
        resource: id,
        metadata: { flowId: run.flowId, status: run.status },
      }),
    );
  } catch (error) {
    // A finished run never changes, so it has expired or another request deleted it.
    if (error instanceof ConditionFailed) throw notFound("run", id);
    throw error;
  }
  return { id, deletedAt: new Date(now()).toISOString() };
};
