import { ID_PREFIX } from "../contract/ids.ts";
import type { RunOpening, RunStatus } from "../contract/runs.ts";
import { collection, type ListPage, type Within } from "./collection.ts";
import { dueAttributes } from "./due.ts";
import { readWithWork } from "./readRun.ts";
import { additionWrites, leaveBehind, type RunAdditions, runDetailStore } from "./runDetail.ts";
import { putUrls, runPagesStore } from "./runPages.ts";
import type { RunRecord } from "./runRecord.ts";
import { runShardStore } from "./runShards.ts";
import { changeWork, claimWork, endWork, isWorkOf, unmoved, withoutWork, workOf } from "./runWork.ts";
import type { Condition, ConditionFailed, Key, Table, Write } from "./table.ts";

export { type CostNanos, NEW_RUN, type RunRecord, type RunShot } from "./runRecord.ts";

const runs = collection<RunRecord, "flowId", "status">({
  name: "RUNS",
  first: "flowId",
  second: "status",
  firstIsUnbounded: true,
});

/** Previews are processed like runs, and kept apart from them: they are in no list of runs and in none of its counts. */
const previews = collection<RunRecord>({ name: "PREVIEWS" });

const isPreview = (id: string): boolean => id.startsWith(ID_PREFIX.preview);
const keyOf = (accountId: string, id: string): Key => (isPreview(id) ? previews : runs).key(accountId, id);
const kindOf = ({ id }: Pick<RunRecord, "id">): Pick<typeof runs, "insert" | "change" | "remove" | "get"> =>
  isPreview(id) ? previews : runs;

/** Only the worker that holds the fence, and only while the run is in progress. */
const held = (run: RunRecord): Condition => ({
  fence: { eq: run.fence },
  status: { eq: "running" },
});

const readRun = (table: Table, accountId: string, id: string): Promise<RunRecord | null> =>
  readWithWork(table, () => kindOf({ id }).get(table, accountId, id), { accountId, id });

/** A page of a list, with the workers' progress. */
const withWork = async (table: Table, page: ListPage<RunRecord>): Promise<ListPage<RunRecord>> => ({
  ...page,
  records: await Promise.all(
    page.records.map(async (run) =>
      run.hasWork && run.status === "running" ? ((await readRun(table, run.accountId, run.id)) ?? run) : run,
    ),
  ),
});

export const runStore = (table: Table) => ({
  key: keyOf,

  /** Whether a commit was refused because the run or its details have changed. */
  refused: (error: ConditionFailed, { accountId, id }: RunRecord): boolean =>
    error.refused(keyOf(accountId, id)) || error.keys.some((key) => isWorkOf({ accountId, id }, key)),

  /** A new run with its URLs; checked again at `dueAtMs` in case its message is lost. */
  insert: (run: RunRecord, dueAtMs: number, urls?: readonly string[]): Write[] => [
    ...kindOf(run).insert(run, dueAttributes("run", run.id, dueAtMs)),
    ...(urls ? putUrls(run, urls) : []),
  ],

  /** Gives a waiting run a slot. */
  giveSlot: (run: RunRecord, dueAtMs: number): Write[] =>
    kindOf(run).change(
      run,
      { hasSlot: true },
      { status: { eq: "queued" }, hasSlot: { eq: false } },
      { set: dueAttributes("run", run.id, dueAtMs) },
    ),

  /** Makes the caller the run's worker: `after` carries the next fence and a lease. */
  claim: (before: RunRecord, after: RunRecord & { readonly hasWork: true }): Write[] => [
    ...kindOf(before).change(
      before,
      withoutWork(after),
      {
        fence: { eq: before.fence },
        status: { eq: before.status },
        ...(!before.hasWork && unmoved(before)),
      },
      { set: dueAttributes("run", after.id, Date.parse(after.leaseUntil ?? after.startedAt)) },
    ),
    claimWork(before, after),
  ],

  /**
   * Renews the lease, and reports what the worker is waiting for. The run's due time stays; whoever then checks the run
   * sees the lease.
   * @throws ConditionFailed if the run no longer belongs to the caller
   */
  async renew(run: RunRecord, leaseUntilMs: number, opening: RunOpening | null): Promise<void> {
    const leaseUntil = new Date(leaseUntilMs).toISOString();
    // A run that was handed on has no lease to renew.
    await table.update(changeWork(run, { leaseUntil, opening }, { leaseUntil: { gte: "" } }));
  },

  /** Commits what was collected; the worker continues. */
  progress: (before: RunRecord, patch: Partial<RunRecord>, additions: RunAdditions): Write[] => [
    changeWork(before, patch),
    ...additionWrites(before, additions),
  ],

  /** Commits what was collected and releases the run: another worker continues. It comes due at `dueAtMs`. */
  handOn: (
    before: RunRecord,
    patch: Partial<RunRecord>,
    additions: RunAdditions,
    dueAtMs: number,
  ): Write[] => [
    ...kindOf(before).change(before, withoutWork(patch), held(before), {
      set: dueAttributes("run", before.id, dueAtMs),
    }),
    changeWork(before, patch),
    ...additionWrites(before, additions),
  ],

  /** Ends the run by its worker; its retention is checked at `dueAtMs`. */
  finish: (
    before: RunRecord,
    patch: Partial<RunRecord>,
    additions: RunAdditions,
    dueAtMs: number,
  ): Write[] => [
    ...kindOf(before).change(before, { ...workOf(before), ...patch }, held(before), {
      set: dueAttributes("pastRun", before.id, dueAtMs),
    }),
    endWork(before),
    ...additionWrites(before, additions),
  ],

  /** Ends the run from outside: the fence rises, so that its worker can write no more. */
  cancel: (
    before: RunRecord,
    patch: Partial<RunRecord>,
    additions: RunAdditions,
    dueAtMs: number,
  ): Write[] => {
    // Every commit changes it, so the final counts are those that the run holds.
    const uncommitted: Condition = { checkpointKey: { eq: before.checkpointKey } };
    return [
      ...kindOf(before).change(
        before,
        { ...workOf(before), ...patch, fence: before.fence + 1 },
        {
          fence: { eq: before.fence },
          status: { eq: before.status },
          hasSlot: { eq: before.hasSlot },
          ...(!before.hasWork && uncommitted),
        },
        { set: dueAttributes("pastRun", before.id, dueAtMs) },
      ),
      ...(before.hasWork ? [endWork(before, uncommitted)] : []),
      ...additionWrites(before, additions),
    ];
  },

  /** Postpones the next check, unless someone else already has. */
  async handOver(run: RunRecord, seenDueAt: string, nextDueAtMs: number): Promise<void> {
    await table.update({
      key: keyOf(run.accountId, run.id),
      set: dueAttributes("run", run.id, nextDueAtMs),
      when: { dueAt: { eq: seenDueAt } },
    });
  },

  get: (accountId: string, id: string) => readRun(table, accountId, id),

  list: async (
    accountId: string,
    filters: { flowId?: string | undefined; status?: RunStatus | undefined },
    page: { limit: number; afterId?: string | undefined },
  ) => withWork(table, await runs.list(table, accountId, filters, page)),

  listWithin: async (
    accountId: string,
    filters: { flowId?: string | undefined; status?: RunStatus | undefined },
    within: Within<RunRecord>,
    page: { limit: number; afterId?: string | undefined },
  ) => withWork(table, await runs.listWithin(table, accountId, filters, within, page)),

  /** How many runs a flow has in a state. */
  count: (accountId: string, flowId: string, status: RunStatus): Promise<number> =>
    runs.total(table, accountId, { flowId, status }),

  /** Postpones the retention check of a finished run, unless someone else already has. */
  async lookAgain(run: RunRecord, seenDueAt: string, dueAtMs: number): Promise<void> {
    await table.update({
      key: keyOf(run.accountId, run.id),
      set: dueAttributes("pastRun", run.id, dueAtMs),
      when: { dueAt: { eq: seenDueAt } },
    });
  },

  /** Deletes a finished run, if it is still due when it was read to be; its details are due at once. */
  forget: (run: RunRecord, seenDueAt: string, nowMs: number): Write[] => [
    ...kindOf(run).remove(run, { dueAt: { eq: seenDueAt } }),
    leaveBehind(run.accountId, run.id, nowMs, run.draft && run.retentionDays),
  ],

  /** Deletes a finished run early, including pages and screenshots that would otherwise expire later. */
  remove: (run: RunRecord, nowMs: number): Write[] => [
    ...kindOf(run).remove(run, { status: { eq: run.status } }),
    leaveBehind(run.accountId, run.id, nowMs, run.retentionDays),
  ],

  ...runShardStore(table, runs),
  ...runDetailStore(table),
  ...runPagesStore(table),
});
