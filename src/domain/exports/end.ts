/** How an export ends: told once, and no longer counted against the limit. */
import { EXPORT_KEPT_MS, type ExportError } from "../../contract/deliveries/exports.ts";
import { counted } from "../../contract/wording.ts";
import type { ExportRecord } from "../../store/deliveries/exports.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import { addActivity } from "../journal/journal.ts";
import { announceEvents, emit } from "../outbox/events.ts";
import type { Deps, WithEventQueue } from "../ports.ts";
import { showExport } from "./show.ts";

export const RUN_DELETED: ExportError = { code: "run-deleted", message: "Its run was deleted." };

const messageOf = ({ runId, status, error, progress: { items, parts } }: ExportRecord): string => {
  if (status === "cancelled") return `The export of run ${runId} was cancelled.`;
  if (error) return `The export of run ${runId} failed: ${error.message}`;
  return `The export of run ${runId} is ready: ${items.toLocaleString("en")} items in ${counted(parts, "file")}.`;
};

/**
 * Ends an export. Its files are kept for a while, also if it is not complete.
 *
 * @param more written with it, if it ends as asked
 * @returns the ended export; failed instead of completed if its run was deleted meanwhile
 * @throws ConditionFailed if it has changed since it was read
 */
export const endExport = async (
  deps: Deps & WithEventQueue,
  record: ExportRecord,
  outcome: "completed" | "cancelled" | ExportError,
  more: readonly Write[] = [],
): Promise<ExportRecord> => {
  const { store, now } = deps;
  const { accountId, flowId, runId, id } = record;
  const expiresAtMs = now() + EXPORT_KEPT_MS;
  const isError = typeof outcome !== "string";
  const patch = {
    status: isError ? ("failed" as const) : outcome,
    error: isError ? outcome : null,
    finishedAt: new Date(now()).toISOString(),
    expiresAt: new Date(expiresAtMs).toISOString(),
    nextAttemptAt: null,
    losses: 0,
  };
  const ended = { ...record, ...patch };
  const type = `export.${patch.status}` as const;
  const event = emit(deps, accountId, type, showExport(ended));
  const writes = [
    ...store.exports.change(record, patch, expiresAtMs),
    ...addActivity(deps, accountId, { type, message: messageOf(ended), flowId, subject: id }),
    ...event,
    ...more,
  ];
  try {
    await store.commit(
      writes,
      outcome === "completed" ? store.runs.mustExist({ accountId, id: runId }) : [],
      store.tallies.giveBack(accountId, "EXPORTS"),
    );
  } catch (cause) {
    if (!(cause instanceof ConditionFailed) || cause.refused(store.exports.key(accountId, id))) throw cause;
    if (cause.refused(store.runs.key(accountId, runId))) return endExport(deps, record, RUN_DELETED);
    // An account that was moved meanwhile may have a tally that no longer has the export.
    await store.commit(writes);
  }
  await announceEvents(deps, event);
  return ended;
};
