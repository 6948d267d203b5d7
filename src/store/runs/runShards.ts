/**
 * Shards of a run that is split over the origins of its list. Each has its own item beside the run, written only
 * by its worker. The run's own work item says how many are open and finished, and what is left of the limits.
 */
import { dueAttributes } from "../due.ts";
import type { Condition, Table, Update, Write } from "../table.ts";
import { type Allowance, READS, type RunShard, readSplitRun, type SplitRun } from "./readRun.ts";
import { additionWrites, lastWrites, type RunAdditions } from "./runDetail.ts";
import type { Runs } from "./runLife.ts";
import type { RunRecord } from "./runRecord.ts";
import { allows } from "./runStates.ts";
import { changeWork, unmoved, withoutWork, workKey, workOf } from "./runWork.ts";

const NOTHING: Allowance = { pages: 0, items: 0 };

/** The initial state of a shard. */
const NEW_SHARD = {
  fence: 0,
  isDone: false,
  resumeAt: null,
  granted: NOTHING,
  leaseUntil: null,
  opening: null,
  stalls: 0,
  checkpointKey: null,
  itemsExtracted: 0,
  pagesFetched: 0,
  dataPoints: 0,
  cost: { compute: 0, table: 0, objects: 0, queue: 0 },
  logCount: 0,
  logBytes: 0,
  logsDropped: 0,
  fieldNames: [],
} as const satisfies Partial<RunShard>;

const openItem = ({ accountId, id, queue }: RunRecord, shard: number): Write => ({
  kind: "put",
  item: { ...NEW_SHARD, queue, ...workKey({ accountId, id, shard }) },
  when: { pk: { exists: false } },
});

const add = (a: Allowance, b: Allowance): Allowance => ({
  pages: a.pages + b.pages,
  items: a.items + b.items,
});

/** The state that shards share. Each change is conditional on the version that was read. */
const takeTurn = (
  { run, opened, finished, left, turn }: SplitRun,
  {
    by = {},
    back = NOTHING,
  }: { readonly by?: { opened?: number; finished?: number }; readonly back?: Allowance },
): Update => ({
  kind: "update",
  key: workKey({ accountId: run.accountId, id: run.id }),
  set: {
    opened: opened + (by.opened ?? 0),
    finished: finished + (by.finished ?? 0),
    left: add(left, back),
    turn: turn + 1,
  },
  when: { fence: { eq: run.fence }, turn: { eq: turn } },
});

/** The unused part of a shard's grant. */
const unusedOf = ({ granted, pagesFetched, itemsExtracted }: RunShard): Allowance => ({
  pages: granted.pages - pagesFetched,
  items: granted.items - itemsExtracted,
});

const minus = ({ pages, items }: Allowance): Allowance => ({ pages: -pages, items: -items });

/** Holds if nothing was committed to the shard, and no worker has claimed it, since it was read. */
const asRead = ({ fence, isDone, checkpointKey }: RunShard): Condition => ({
  fence: { eq: fence },
  isDone: { eq: isDone },
  checkpointKey: { eq: checkpointKey },
});

export const runShardStore = (table: Table, runs: Runs) => ({
  /** A split run in progress, with its shards; null if it is not split or has ended. */
  async getSplit(accountId: string, id: string): Promise<SplitRun | null> {
    for (let reads = 1; reads <= READS; reads += 1) {
      const run = await runs.get(table, accountId, id);
      if (run?.shards === undefined || run.status !== "running") return null;
      const split = await readSplitRun(table, run);
      if (split) return split;
    }
    throw new Error(`run ${id} changed while it was read, ${READS} times`);
  },

  /** Splits a run that its worker holds, and opens the first shard; the run comes due at `dueAtMs`. */
  split: (
    before: RunRecord,
    patch: Partial<RunRecord> & { readonly shards: number },
    left: Allowance,
    additions: RunAdditions,
    dueAtMs: number,
  ): Write[] => [
    ...runs.change(
      before,
      withoutWork(patch),
      { ...allows("split", before), fence: { eq: before.fence } },
      { set: dueAttributes("run", before.id, dueAtMs) },
    ),
    changeWork(before, patch),
    { kind: "update", key: workKey(before), set: { opened: 1, finished: 0, left, turn: 0 } },
    openItem(before, 0),
    ...additionWrites(before, additions),
  ],

  /** Opens the next shard. */
  openShard: (split: SplitRun): Write[] => [
    takeTurn(split, { by: { opened: 1 } }),
    openItem(split.run, split.opened),
  ],

  /** Makes the caller the shard's worker: `after` carries the next fence and a lease. */
  claimShard: (before: RunShard, after: RunRecord): Write[] => [
    {
      kind: "update",
      key: workKey(before),
      set: { ...workOf(after), fence: after.fence },
      when: { ...asRead(before), ...unmoved(before) },
    },
  ],

  /** Grants a shard more of what is left. */
  grant: (split: SplitRun, shard: RunShard, more: Allowance): Write[] => [
    takeTurn(split, { back: minus(more) }),
    {
      kind: "update",
      key: workKey(shard),
      set: { granted: add(shard.granted, more) },
      when: { fence: { eq: shard.fence } },
    },
  ],

  /** Commits what was collected and releases the shard: another worker continues. */
  handOnShard: (
    before: RunRecord,
    { queue, ...patch }: Partial<RunRecord>,
    additions: RunAdditions,
    resumeAtMs: number,
  ): Write[] => {
    const write = changeWork(before, patch);
    const resumeAt = new Date(resumeAtMs).toISOString();
    return [
      { ...write, set: { ...write.set, resumeAt, ...(queue && { queue }) } },
      ...additionWrites(before, additions),
    ];
  },

  /** Finishes a fully committed shard and returns its unused grant, while other shards remain. */
  finishShard: (split: SplitRun, shard: RunShard, opensNext: boolean): Write[] => [
    takeTurn(split, { by: { finished: 1, opened: opensNext ? 1 : 0 }, back: unusedOf(shard) }),
    {
      kind: "update",
      key: workKey(shard),
      set: { isDone: true, leaseUntil: null, opening: null },
      when: asRead(shard),
    },
    ...(opensNext ? [openItem(split.run, split.opened)] : []),
  ],

  /**
   * Takes a shard from its worker, which can write no more, and keeps others from claiming it for a while.
   * @throws ConditionFailed if another worker has claimed it since
   */
  async takeShard(shard: RunShard, leaseUntilMs: number): Promise<void> {
    const leaseUntil = new Date(leaseUntilMs).toISOString();
    const when = { fence: { eq: shard.fence }, isDone: { eq: false } };
    await table.update({ key: workKey(shard), set: { fence: shard.fence + 1, leaseUntil }, when });
  },

  /** Ends a split run as it was read; refused if any of its shards has changed since. */
  endSplit: (
    { run, turn, shards }: SplitRun,
    patch: Partial<RunRecord>,
    additions: RunAdditions,
    dueAtMs: number,
  ): Write[] => [
    ...runs.change(
      run,
      { ...workOf(run), shardItems: run.shardItems ?? [], ...patch, fence: run.fence + 1 },
      { ...allows("endSplit", run), fence: { eq: run.fence } },
      { set: dueAttributes("pastRun", run.id, dueAtMs) },
    ),
    ...lastWrites(run, additions, { turn: { eq: turn } }),
    ...shards.map((shard): Write => ({ kind: "remove", key: workKey(shard), when: asRead(shard) })),
  ],
});
