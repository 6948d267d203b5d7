/** Deletes old records according to the account's current plan. */
import type { AlertRecord } from "../../store/account/alerts.ts";
import type { ActivityRecord } from "../../store/account/journal.ts";
import type { ChangeRecord } from "../../store/monitors/changes.ts";
import type { RecordSetEntry } from "../../store/monitors/records.ts";
import type { ForgottenRun } from "../../store/runs/runDetail.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import type { Write } from "../../store/table.ts";
import { eraseFolder, folderOf, keptFolderOf, RUN_FOLDERS } from "../files/folders.ts";
import { readEndEntry } from "../journal/journal.ts";
import { removeRecords } from "../monitor/recordSets.ts";
import type { Deps, WithObjects } from "../ports.ts";
import { JOB_KEPT_MS, PREVIEW_KEPT_MS, retentionMs } from "../retentionTimes.ts";

interface Past<T> {
  readonly expire: (record: T, seenDueAt: string) => Write[];
  readonly lookAgain: (record: T, seenDueAt: string, dueAtMs: number) => Promise<void>;
}

/** Deletes a listed record if it is past its retention; otherwise schedules the next check. */
const handOverPast = async <T extends { readonly accountId: string }>(
  deps: Deps,
  past: Past<T>,
  record: T,
  at: string,
  dueAt: string,
): Promise<void> => {
  const { store, now } = deps;
  const endsAtMs = Date.parse(at) + (await retentionMs(deps, record.accountId));
  if (endsAtMs > now()) return past.lookAgain(record, dueAt, endsAtMs);
  await store.commit(past.expire(record, dueAt));
};

export const handOverChange = (deps: Deps, change: ChangeRecord, dueAt: string): Promise<void> =>
  handOverPast(deps, deps.store.changes, change, change.createdAt, dueAt);

export const handOverQuietChange = (deps: Deps, change: ChangeRecord, dueAt: string): Promise<void> =>
  handOverPast(deps, deps.store.changes.quiet, change, change.createdAt, dueAt);

export const handOverAlert = (deps: Deps, alert: AlertRecord, dueAt: string): Promise<void> =>
  handOverPast(deps, deps.store.alerts, alert, alert.createdAt, dueAt);

export const handOverActivity = (deps: Deps, entry: ActivityRecord, dueAt: string): Promise<void> =>
  handOverPast(deps, deps.store.journal.activity, entry, entry.timestamp, dueAt);

/** Deletes a replaced record set that is past its retention, or whose flow was deleted. */
export const handOverRecordSet = async (
  deps: Deps & WithObjects,
  set: RecordSetEntry,
  dueAt: string,
): Promise<void> => {
  const { store, now } = deps;
  const endsAtMs = Date.parse(set.replacedAt ?? dueAt) + (await retentionMs(deps, set.accountId));
  const isWanted = endsAtMs > now() && (await store.flows.get(set.accountId, set.flowId)) !== null;
  if (isWanted) return store.records.lookAgain(set, dueAt, endsAtMs);
  // Objects first: an entry without its objects is found again, but objects without an entry never are.
  await removeRecords(deps, set);
  await store.commit(store.records.expire(set, dueAt));
};

/** Deletes a finished run or preview if it is past its retention. Daily and monthly totals still count it. */
export const handOverPastRun = async (
  deps: Deps & WithObjects,
  run: RunRecord,
  dueAt: string,
): Promise<void> => {
  const { store, now } = deps;
  const { id: runId, accountId } = run;
  const keptMs = run.job ? JOB_KEPT_MS : run.draft ? PREVIEW_KEPT_MS : await retentionMs(deps, accountId);
  const endsAtMs = Date.parse(run.finishedAt ?? dueAt) + keptMs;
  if (endsAtMs > now()) return store.runs.lookAgain(run, dueAt, endsAtMs);
  const entry = await readEndEntry(deps, run);
  await store.commit(store.runs.forget(run, dueAt, now()), entry ? store.journal.forgetOfRun(entry) : []);
  await handOverForgottenRun(deps, {
    accountId,
    runId,
    ...(run.draft && { retentionDays: run.retentionDays }),
  });
};

/** Pages of a forgotten run's details that one tick erases; the next tick continues. */
const PAGES_PER_TICK = 10;

/**
 * Prefixes of the run's objects. Those under the bucket's lifecycle rule expire by themselves, unless the run was
 * deleted.
 */
const runFolders = ({ accountId, runId, retentionDays }: ForgottenRun): string[] => [
  `${folderOf("runs", accountId)}${runId}/`,
  ...(retentionDays === undefined
    ? []
    : RUN_FOLDERS.map((folder) => `${keptFolderOf(folder, retentionDays, accountId)}${runId}/`)),
];

/** Erases what a deleted run left behind, including output parts that no commit listed. */
export const handOverForgottenRun = async (deps: Deps & WithObjects, run: ForgottenRun): Promise<void> => {
  const { store } = deps;
  const folders = runFolders(run);
  for (let page = 0; page < PAGES_PER_TICK; page += 1) {
    const counts = await Promise.all([
      store.runs.eraseDetail(run),
      ...folders.map((folder) => eraseFolder(deps, folder)),
    ]);
    if (counts.every((count) => count === 0)) return store.commit(store.runs.finishForgetting(run));
  }
};
