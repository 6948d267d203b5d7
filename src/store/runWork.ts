/**
 * What a worker changes of a run while it holds it: progress, lease, signs of life. It lies beside the run, in no
 * index, since each write of the run itself is also one of every index that it is in. The end of the run takes
 * it back into the run.
 */
import { recordOf } from "./due.ts";
import { runPartition } from "./partitions.ts";
import type { RunRecord } from "./runRecord.ts";
import type { Condition, Item, Key, Table, Write } from "./table.ts";

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

export const workKey = ({ accountId, id }: Pick<RunRecord, "accountId" | "id">): Key => ({
  pk: runPartition("RUN", accountId, id),
  sk: "WORK",
});

/** Only the worker that holds the fence; an end from outside takes the item away. */
const held = ({ fence }: RunRecord): Condition => ({ fence: { eq: fence } });

/** The run as its worker has left it; null where the two were not read of the same moment. */
const joined = (run: RunRecord, work: Item | null): RunRecord | null => {
  if (!run.hasWork || run.status !== "running") return run;
  if (work?.fence !== run.fence) return null;
  return { ...run, ...workOf(recordOf<RunRecord>(work)) };
};

/** Reads of a run while it changes hands; each change is over in an instant. */
const READS = 5;

/** A run with what lies beside it, in one trip. */
export const readWithWork = async (
  table: Table,
  read: () => Promise<RunRecord | null>,
  run: Pick<RunRecord, "accountId" | "id">,
): Promise<RunRecord | null> => {
  for (let reads = 1; ; reads += 1) {
    const [found, work] = await Promise.all([read(), table.get(workKey(run))]);
    if (!found) return null;
    const whole = joined(found, work);
    if (whole) return whole;
    if (reads === READS) return found;
  }
};

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
