/**
 * What a worker changes while it holds a run: progress, lease, heartbeats. Stored beside the run and in no index,
 * because each write of the run itself also writes every index it is in. Ending the run merges it back into the run.
 */
import { runPartition } from "../partitions.ts";
import type { Condition, Key, Write } from "../table.ts";
import type { RunRecord } from "./runRecord.ts";

const FIELDS = [
  "leaseUntil",
  "opening",
  "stalls",
  "reading",
  "suspect",
  "checkpointKey",
  "itemsExtracted",
  "pagesFetched",
  "dataPoints",
  "cost",
  "snapshotPages",
  "snapshotBytes",
  "screenshots",
  "logCount",
  "logBytes",
  "logsDropped",
  "fieldNames",
  "filledCounts",
  "currencies",
  "documents",
  "outcomes",
  "sites",
] as const satisfies readonly (keyof RunRecord)[];

/** Prefix of the sort keys of a run's work. */
export const WORK = "WORK";

type Work = Partial<Pick<RunRecord, (typeof FIELDS)[number]>>;

/** The part of a run, or of a change to it, that is stored beside the run. */
export const workOf = (run: Partial<RunRecord>): Work =>
  Object.fromEntries(FIELDS.filter((name) => run[name] !== undefined).map((name) => [name, run[name]]));

/** The part of a change that is stored in the run itself. */
export const withoutWork = (patch: Partial<RunRecord>): Partial<RunRecord> => without(patch, FIELDS);

/** A change to a run without some of its fields. */
export const without = (
  patch: Partial<RunRecord>,
  names: readonly (keyof RunRecord)[],
): Partial<RunRecord> => {
  const rest: Record<string, unknown> = { ...patch };
  for (const name of names) delete rest[name];
  return rest;
};

/** A shard of a run has its own work item; they sort after the run's, in shard order. */
export const workKey = ({ accountId, id, shard }: Pick<RunRecord, "accountId" | "id" | "shard">): Key => ({
  pk: runPartition("RUN", accountId, id),
  sk: shard === undefined ? WORK : `${WORK}#${String(shard).padStart(3, "0")}`,
});

export const isWorkOf = (run: Pick<RunRecord, "accountId" | "id">, { pk, sk }: Key): boolean =>
  pk === workKey(run).pk && sk.startsWith(WORK);

/** Holds only for the worker with the current fence; ending the run from outside deletes the item. */
const hasFence = ({ fence }: RunRecord): Condition => ({ fence: { eq: fence } });

/** Writes that claim the run for a new worker, if it is unchanged since it was read. */
export const claimWork = (before: RunRecord, after: RunRecord): Write => {
  const work = { ...workOf(after), fence: after.fence };
  if (!before.hasWork)
    return { kind: "put", item: { ...work, ...workKey(after) }, when: { pk: { exists: false } } };
  return {
    kind: "update",
    key: workKey(after),
    set: work,
    when: { ...hasFence(before), ...unmoved(before) },
  };
};

/** Fails if a worker that was only slow has committed, or renewed its lease, since the run was read. */
export const unmoved = ({ checkpointKey, leaseUntil }: RunRecord): Condition => ({
  checkpointKey: { eq: checkpointKey },
  leaseUntil: { eq: leaseUntil },
});

/** Writes of the run's worker. */
export const changeWork = (run: RunRecord, patch: Partial<RunRecord>, when: Condition = {}) =>
  ({ kind: "update", key: workKey(run), set: workOf(patch), when: { ...hasFence(run), ...when } }) as const;

/**
 * Ends the work of a run; it was merged into the run.
 *
 * @param kept what takes its place; by default, nothing
 */
export const endWork = (run: RunRecord, when: Condition = {}, kept: object = {}): Write => {
  const isOwned = { ...hasFence(run), ...when };
  return Object.keys(kept).length === 0
    ? { kind: "remove", key: workKey(run), when: isOwned }
    : { kind: "put", item: { ...kept, ...workKey(run) }, when: isOwned };
};
