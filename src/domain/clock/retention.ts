/** How long what is kept of the past stays, by the account's plan of today. */
import { PLANS } from "../../contract/plans.ts";
import { DAY_MS } from "../../contract/units.ts";
import type { AlertRecord } from "../../store/alerts.ts";
import type { ChangeRecord } from "../../store/changes.ts";
import type { ActivityRecord } from "../../store/journal.ts";
import type { RecordSetEntry } from "../../store/records.ts";
import type { ForgottenRun } from "../../store/runDetail.ts";
import type { RunRecord } from "../../store/runs.ts";
import type { Write } from "../../store/table.ts";
import { eraseFolder, folderOf, KEPT_FOLDERS, keptFolderOf } from "../files/folders.ts";
import { removeRecords } from "../monitor/recordSets.ts";
import type { Deps, WithObjects } from "../ports.ts";

/** For how long an account keeps its past; nothing is kept for one that is gone. */
export const retentionMs = async ({ store }: Deps, accountId: string): Promise<number> => {
  const account = await store.accounts.get(accountId);
  return account ? PLANS[account.plan].retentionDays * DAY_MS : 0;
};

interface Past<T> {
  readonly expire: (record: T, seenDueAt: string) => Write[];
  readonly lookAgain: (record: T, seenDueAt: string, dueAtMs: number) => Promise<void>;
}

/** A record of a list that may be old enough to go. */
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

export const handOverAlert = (deps: Deps, alert: AlertRecord, dueAt: string): Promise<void> =>
  handOverPast(deps, deps.store.alerts, alert, alert.createdAt, dueAt);

export const handOverActivity = (deps: Deps, entry: ActivityRecord, dueAt: string): Promise<void> =>
  handOverPast(deps, deps.store.journal.activity, entry, entry.timestamp, dueAt);

/** A record set that another one has replaced, and that may be old enough to go. */
export const handOverRecordSet = async (
  deps: Deps & WithObjects,
  set: RecordSetEntry,
  dueAt: string,
): Promise<void> => {
  const { store, now } = deps;
  const endsAtMs = Date.parse(set.replacedAt ?? dueAt) + (await retentionMs(deps, set.accountId));
  const isWanted = endsAtMs > now() && (await store.flows.get(set.accountId, set.flowId)) !== null;
  if (isWanted) return store.records.lookAgain(set, dueAt, endsAtMs);
  // The objects first: an entry without them is found again, objects without an entry never.
  await removeRecords(deps, set);
  await store.commit(store.records.expire(set, dueAt));
};

/** A run that has ended, and that may be old enough to go. What was counted of it in days and months stays. */
export const handOverPastRun = async (
  deps: Deps & WithObjects,
  run: RunRecord,
  dueAt: string,
): Promise<void> => {
  const { store, now } = deps;
  const { id: runId, accountId } = run;
  const endsAtMs = Date.parse(run.finishedAt ?? dueAt) + (await retentionMs(deps, accountId));
  if (endsAtMs > now()) return store.runs.lookAgain(run, dueAt, endsAtMs);
  await store.commit(store.runs.forget(run, dueAt, now()));
  await handOverForgottenRun(deps, { accountId, runId });
};

/** Pages of what lies beside a forgotten run that one tick erases: the next one continues. */
const PAGES_PER_TICK = 10;

/** Where objects of the run lie. What it kept for its plan's time goes by itself, unless the run was deleted. */
const runFolders = ({ accountId, runId, retentionDays }: ForgottenRun): string[] => [
  `${folderOf("runs", accountId)}${runId}/`,
  ...(retentionDays === undefined
    ? []
    : KEPT_FOLDERS.map((folder) => `${keptFolderOf(folder, retentionDays, accountId)}${runId}/`)),
];

/** Erases what lies beside a run that is no more, output parts that no commit ever listed included. */
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
