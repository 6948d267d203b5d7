import type { RunOpening, RunStatus } from "../contract/runs.ts";
import { collection, type ListPage, type Within } from "./collection.ts";
import { dueAttributes } from "./due.ts";
import { readWithWork } from "./readRun.ts";
import { additionWrites, leaveBehind, type RunAdditions, runDetailStore } from "./runDetail.ts";
import { putUrls, runPagesStore } from "./runPages.ts";
import type { RunRecord } from "./runRecord.ts";
import { runShardStore } from "./runShards.ts";
import { changeWork, claimWork, endWork, isWorkOf, unmoved, withoutWork, workOf } from "./runWork.ts";
import type { Condition, ConditionFailed, Table, Write } from "./table.ts";

export { type CostNanos, NEW_RUN, type RunRecord, type RunShot } from "./runRecord.ts";

const runs = collection<RunRecord, "flowId", "status">({
  name: "RUNS",
  first: "flowId",
  second: "status",
  firstIsUnbounded: true,
});

/** Only the worker that holds the fence, and only while the run is in progress. */
const held = (run: RunRecord): Condition => ({
  fence: { eq: run.fence },
  status: { eq: "running" },
});

const readRun = (table: Table, accountId: string, id: string): Promise<RunRecord | null> =>
  readWithWork(table, () => runs.get(table, accountId, id), { accountId, id });

/** A page of a list, with what workers have done since. */
const withWork = async (table: Table, page: ListPage<RunRecord>): Promise<ListPage<RunRecord>> => ({
  ...page,
  records: await Promise.all(
    page.records.map(async (run) =>
      run.hasWork && run.status === "running" ? ((await readRun(table, run.accountId, run.id)) ?? run) : run,
    ),
  ),
});

export const runStore = (table: Table) => ({
  key: runs.key,

  /** Whether a commit was refused because the run, or what lies beside it, has changed. */
  refused: (error: ConditionFailed, { accountId, id }: RunRecord): boolean =>
    error.refused(runs.key(accountId, id)) || error.keys.some((key) => isWorkOf({ accountId, id }, key)),

  /** A new run with the addresses that it is given, looked at again at `dueAtMs` in case its message is lost. */
  insert: (run: RunRecord, dueAtMs: number, urls?: readonly string[]): Write[] => [
    ...runs.insert(run, dueAttributes("run", run.id, dueAtMs)),
    ...(urls ? putUrls(run, urls) : []),
  ],

  /** A waiting run that has been given a slot. */
  giveSlot: (run: RunRecord, dueAtMs: number): Write[] =>
    runs.change(
      run,
      { hasSlot: true },
      { status: { eq: "queued" }, hasSlot: { eq: false } },
      { set: dueAttributes("run", run.id, dueAtMs) },
    ),

  /** Makes the caller the run's worker: `after` carries the next fence and a lease. */
  claim: (before: RunRecord, after: RunRecord & { readonly hasWork: true }): Write[] => [
    ...runs.change(
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
   * Prolongs the lease, and tells what the worker waits for. The run comes due as before: whoever then looks at it
   * sees the lease.
   * @throws ConditionFailed when the run is no longer the caller's
   */
  async renew(run: RunRecord, leaseUntilMs: number, opening: RunOpening | null): Promise<void> {
    const leaseUntil = new Date(leaseUntilMs).toISOString();
    // A run that was handed on has no lease to renew.
    await table.update(changeWork(run, { leaseUntil, opening }, { leaseUntil: { gte: "" } }));
  },

  /** Keeps what was collected since the last commit; the worker continues. */
  progress: (before: RunRecord, patch: Partial<RunRecord>, additions: RunAdditions): Write[] => [
    changeWork(before, patch),
    ...additionWrites(before, additions),
  ],

  /** Keeps what was collected since the last commit; another worker continues, and the run comes due at `dueAtMs`. */
  handOn: (
    before: RunRecord,
    patch: Partial<RunRecord>,
    additions: RunAdditions,
    dueAtMs: number,
  ): Write[] => [
    ...runs.change(before, withoutWork(patch), held(before), {
      set: dueAttributes("run", before.id, dueAtMs),
    }),
    changeWork(before, patch),
    ...additionWrites(before, additions),
  ],

  /** Ends the run by its worker; it is looked at again at `dueAtMs`, in case it is old. */
  finish: (
    before: RunRecord,
    patch: Partial<RunRecord>,
    additions: RunAdditions,
    dueAtMs: number,
  ): Write[] => [
    ...runs.change(before, { ...workOf(before), ...patch }, held(before), {
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
    // Each commit of the worker moves it: what is counted at the end is what the run holds.
    const uncommitted: Condition = { checkpointKey: { eq: before.checkpointKey } };
    return [
      ...runs.change(
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

  /** Moves the time at which the run is looked at next, on condition that no one else has. */
  async handOver(run: RunRecord, seenDueAt: string, nextDueAtMs: number): Promise<void> {
    await table.update({
      key: runs.key(run.accountId, run.id),
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

  /** Moves the time at which a run that has ended is looked at next, on condition that no one else has. */
  async lookAgain(run: RunRecord, seenDueAt: string, dueAtMs: number): Promise<void> {
    await table.update({
      key: runs.key(run.accountId, run.id),
      set: dueAttributes("pastRun", run.id, dueAtMs),
      when: { dueAt: { eq: seenDueAt } },
    });
  },

  /** Forgets a run, on condition that it is due as it was seen; what lies beside it is due at once. */
  forget: (run: RunRecord, seenDueAt: string, nowMs: number): Write[] => [
    ...runs.remove(run, { dueAt: { eq: seenDueAt } }),
    leaveBehind(run.accountId, run.id, nowMs),
  ],

  /** Forgets a run that has ended before its time, with the pages and pictures that would go by themselves later. */
  remove: (run: RunRecord, nowMs: number): Write[] => [
    ...runs.remove(run, { status: { eq: run.status } }),
    leaveBehind(run.accountId, run.id, nowMs, run.retentionDays),
  ],

  ...runShardStore(table, runs),
  ...runDetailStore(table),
  ...runPagesStore(table),
});
