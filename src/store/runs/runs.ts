import { ID_PREFIX } from "../../contract/ids.ts";
import type { RunOpening, RunStatus } from "../../contract/runs/runs.ts";
import { collection, type ListPage, type Within } from "../collection.ts";
import { dueAttributes } from "../due.ts";
import type { ConditionFailed, Key, Table, Write } from "../table.ts";
import { readWithWork } from "./readRun.ts";
import { runDetailStore } from "./runDetail.ts";
import { type RunKind, runLife } from "./runLife.ts";
import { runPagesStore } from "./runPages.ts";
import type { RunRecord } from "./runRecord.ts";
import { runShardStore } from "./runShards.ts";
import { changeWork, isWorkOf } from "./runWork.ts";

export {
  type CostNanos,
  type JobAbout,
  type JobWebhook,
  NEW_RUN,
  type RunRecord,
  type RunShot,
} from "./runRecord.ts";
export { hasEnded } from "./runStates.ts";

const runs = collection<RunRecord, "flowId", "status">({
  name: "RUNS",
  first: "flowId",
  second: "status",
  firstIsUnbounded: true,
});

/** Previews are processed like runs but stored separately: no list or count of runs includes them. */
const previews = collection<RunRecord>({ name: "PREVIEWS" });

/** Jobs are runs without a stored flow, which clients of Firecrawl start. They have lists of their own. */
const jobs = collection<RunRecord, never, "status">({ name: "JOBS", second: "status" });

const kindOf = ({ id }: Pick<RunRecord, "id">): RunKind & Pick<typeof runs, "key"> => {
  if (id.startsWith(ID_PREFIX.job)) return jobs;
  return id.startsWith(ID_PREFIX.preview) ? previews : runs;
};
const keyOf = (accountId: string, id: string): Key => kindOf({ id }).key(accountId, id);

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

  /**
   * Renews the lease, and reports what the worker is waiting for. The run's due time stays; whoever then checks the run
   * sees the lease.
   * @throws ConditionFailed if the run no longer belongs to the caller
   */
  async renew(run: RunRecord, leaseUntilMs: number, opening: RunOpening | null): Promise<void> {
    const leaseUntil = new Date(leaseUntilMs).toISOString();
    // A run that was handed over has no lease to renew.
    await table.update(changeWork(run, { leaseUntil, opening }, { leaseUntil: { gte: "" } }));
  },

  /**
   * Notes the page that the worker is about to read, in case it crashes there.
   * @throws ConditionFailed if the run no longer belongs to the caller
   */
  async noteReading(run: RunRecord, url: string): Promise<void> {
    await table.update(changeWork(run, { reading: url }));
  },

  /** Postpones the next check, unless someone else already has. */
  async handOver(run: RunRecord, seenDueAt: string, nextDueAtMs: number): Promise<void> {
    await table.update({
      key: keyOf(run.accountId, run.id),
      set: dueAttributes("run", run.id, nextDueAtMs),
      when: { dueAt: { eq: seenDueAt } },
    });
  },

  /** Refuses a commit if the run has been deleted. */
  mustExist: ({ accountId, id }: Pick<RunRecord, "accountId" | "id">): Write[] => [
    { kind: "check", key: keyOf(accountId, id), when: { pk: { exists: true } } },
  ],

  get: (accountId: string, id: string) => readRun(table, accountId, id),

  /** A run without the progress of its worker, in one read: all there is of a run that waits for one. */
  getRecord: (accountId: string, id: string): Promise<RunRecord | null> =>
    kindOf({ id }).get(table, accountId, id),

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

  /** The newest jobs with a status. */
  listJobs: (accountId: string, status: RunStatus, page: { limit: number }) =>
    jobs.list(table, accountId, { status }, page),

  /** Number of a flow's runs with a status. */
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

  ...runLife(kindOf),
  ...runShardStore(table, runs),
  ...runDetailStore(table),
  ...runPagesStore(table),
});
