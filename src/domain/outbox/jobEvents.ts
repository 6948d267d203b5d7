/** Events of a job: its start and its end, for the webhook that was given with it. */
import type { EventRecord } from "../../store/deliveries/outbox.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import type { Write } from "../../store/table.ts";
import type { Deps } from "../ports.ts";
import { ANNOUNCE_AGAIN_MS, newEvent } from "./events.ts";

/** What clients choose from. A cancelled job has failed for them. */
type JobEvent = "started" | "completed" | "failed";

/** The event, if the job's webhook wants it. Commit it together with what it reports. */
export const emitOfJob = (
  deps: Deps,
  { id, accountId, job }: Pick<RunRecord, "id" | "accountId" | "job">,
  name: JobEvent,
  error?: string,
): Write[] => {
  if (!job?.webhook?.events.includes(name)) return [];
  const data = { runId: id, ...(error !== undefined && { error }) };
  const event: EventRecord = { ...newEvent(deps, accountId, `job.${name}`, data), jobId: id };
  return deps.store.outbox.add(event, deps.now() + ANNOUNCE_AGAIN_MS);
};
