import type { ExportRecord } from "../../store/deliveries/exports.ts";
import { eraseFolder } from "../files/folders.ts";
import { handOverAttempt } from "../outbox/attempts.ts";
import type { Deps, WithExportQueue, WithObjects } from "../ports.ts";
import { folderOfExport } from "./show.ts";

/** Pages of an expired export that one tick erases; the next tick continues. */
const PAGES_PER_TICK = 10;

/** @returns whether nothing is left, as far as the bucket and the table know */
const eraseFiles = async (deps: Deps & WithObjects, record: ExportRecord): Promise<boolean> => {
  for (let page = 0; page < PAGES_PER_TICK; page += 1) {
    const erased = await Promise.all([
      deps.store.exports.eraseParts(record),
      eraseFolder(deps, folderOfExport(record)),
    ]);
    if (erased.every((count) => count === 0)) return true;
  }
  return false;
};

/** Announces an export that is not finished; of one that has expired, deletes the files and then the record. */
export const handOverExport = async (
  deps: Deps & WithObjects & WithExportQueue,
  record: ExportRecord,
  dueAt: string,
): Promise<void> => {
  const { store, exportQueue } = deps;
  if (record.status !== "pending" && !(await eraseFiles(deps, record))) return;
  const { accountId, id: exportId } = record;
  await handOverAttempt(deps, store.exports, record, dueAt, () =>
    exportQueue.send({ type: "export", accountId, exportId }),
  );
};
