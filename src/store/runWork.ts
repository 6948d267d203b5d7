/**
 * What a worker changes of a run while it holds it: progress, lease, signs of life. It lies beside the run, in no
 * index, since each write of the run itself is also one of every index that it is in. The end of the run takes
 * it back into the run.
 */
import { runPartition } from "./partitions.ts";
import type { RunRecord } from "./runRecord.ts";
import type { Condition, Key, Write } from "./table.ts";

const FIELDS = [
  "leaseUntil",
  "opening",
  "stalls",
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
  "outcomes",
] as const satisfies readonly (keyof RunRecord)[];

/** What the sort keys of a run's work begin with. */
export const WORK = "WORK";

type Work = Partial<Pick<RunRecord, (typeof FIELDS)[number]>>;

/** What lies beside a run, of the run or of a change to it. */
export const workOf = (run: Partial<RunRecord>): Work =>
  Object.fromEntries(FIELDS.filter((name) => run[name] !== undefined).map((name) => [name, run[name]]));

/** What is left of a change to a run: what is kept in the run itself. */
export const withoutWork = (patch: Partial<RunRecord>): Partial<RunRecord> => {
  const rest: Record<string, unknown> = { ...patch };
  for (const name of FIELDS) delete rest[name];
  return rest;
};

/** Of a shard of a run: its own. They sort behind that of the run, in the order of the shards. */
export const workKey = ({ accountId, id, shard }: Pick<RunRecord, "accountId" | "id" | "shard">): Key => ({
  pk: runPartition("RUN", accountId, id),
  sk: shard === undefined ? WORK : `${WORK}#${String(shard).padStart(3, "0")}`,
});

export const isWorkOf = (run: Pick<RunRecord, "accountId" | "id">, { pk, sk }: Key): boolean =>
  pk === workKey(run).pk && sk.startsWith(WORK);

/** Only the worker that holds the fence; an end from outside takes the item away. */
const held = ({ fence }: RunRecord): Condition => ({ fence: { eq: fence } });

/** Writes of a new worker. What it was told of the run must still be so. */
export const claimWork = (before: RunRecord, after: RunRecord): Write => {
  const work = { ...workOf(after), fence: after.fence };
  if (!before.hasWork)
    return { kind: "put", item: { ...work, ...workKey(after) }, when: { pk: { exists: false } } };
  return { kind: "update", key: workKey(after), set: work, when: { ...held(before), ...unmoved(before) } };
};

/** A worker that was only slow may have committed, or shown that it lives, since the run was read. */
export const unmoved = ({ checkpointKey, leaseUntil }: RunRecord): Condition => ({
  checkpointKey: { eq: checkpointKey },
  leaseUntil: { eq: leaseUntil },
});

/** Writes of the run's worker. */
export const changeWork = (run: RunRecord, patch: Partial<RunRecord>, when: Condition = {}) =>
  ({ kind: "update", key: workKey(run), set: workOf(patch), when: { ...held(run), ...when } }) as const;

/** The run ends: what lay beside it is in the run. */
export const endWork = (run: RunRecord, when: Condition = {}): Write => ({
  kind: "remove",
  key: workKey(run),
  when: { ...held(run), ...when },
});
