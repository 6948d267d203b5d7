/** A run with what its workers have done since it was last written. */
import type { PageCounts } from "../contract/runPages.ts";
import { recordOf } from "./due.ts";
import type { CostNanos, RunRecord } from "./runRecord.ts";
import { WORK, workKey, workOf } from "./runWork.ts";
import type { Item, Table } from "./table.ts";

/** Pages and items, of a limit or what is left of one. */
export interface Allowance {
  readonly pages: number;
  readonly items: number;
}

/** A shard of a run as its worker left it: it is held, and worked on, as a run of its own is. */
export interface RunShard extends RunRecord {
  readonly shard: number;
  readonly isDone: boolean;
  /** When its site may be visited again, where it asked for a pause. */
  readonly resumeAt: string | null;
  /** What it may fetch and collect in all. */
  readonly granted: Allowance;
}

/** A run in progress that is split. */
export interface SplitRun {
  /** With all that its shards have collected. */
  readonly run: RunRecord;
  /** Shards that were begun: the first ones. */
  readonly opened: number;
  readonly finished: number;
  /** Rises with each change of what the shards share. */
  readonly turn: number;
  /** What of the run's limits no shard has been granted. */
  readonly left: Allowance;
  readonly shards: readonly RunShard[];
}

type OfRun = Pick<RunRecord, "accountId" | "id">;
type Sums = Readonly<Record<string, number>>;

const sumOf = <T extends object>(all: readonly (T | undefined)[]): T => {
  const sums: Record<string, number> = {};
  for (const each of all)
    for (const [name, n] of Object.entries(each ?? {})) sums[name] = (sums[name] ?? 0) + Number(n);
  return sums as T;
};

const COUNTS = [
  "itemsExtracted",
  "pagesFetched",
  "dataPoints",
  "logCount",
  "logBytes",
  "logsDropped",
] as const;
const KEPT = ["snapshotPages", "snapshotBytes"] as const;

const pick = <K extends keyof RunRecord>(run: Pick<RunRecord, K>, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, run[name] ?? 0])) as Record<K, number>;

const first = <T extends { readonly since: string }>(all: readonly (T | null | undefined)[]): T | null =>
  all.flatMap((each) => each ?? []).sort((a, b) => (a.since < b.since ? -1 : 1))[0] ?? null;

/** The run, with what its shards have done beside what was done before it was split. */
const joinShards = (run: RunRecord, own: RunRecord, shards: readonly RunShard[]): RunRecord => {
  const all = [own, ...shards];
  const outcomes = shards.flatMap((shard) => shard.outcomes ?? []);
  return {
    ...run,
    ...workOf(own),
    ...sumOf(all.map((each) => pick(each, COUNTS))),
    ...sumOf(all.map((each) => pick(each, KEPT))),
    cost: sumOf<CostNanos>(all.map(({ cost }) => cost)),
    fieldNames: [...new Set(all.flatMap(({ fieldNames }) => fieldNames))],
    filledCounts: sumOf<Sums>(all.map(({ filledCounts }) => filledCounts)),
    ...(outcomes.length > 0 && { outcomes: sumOf<PageCounts>(outcomes) }),
    screenshots: all.flatMap(({ screenshots = [] }) => screenshots),
    opening: first(shards.map(({ opening }) => opening)),
    shardItems: shards.map(({ itemsExtracted }) => itemsExtracted),
  };
};

/** The split run as its workers have left it; null where not all of it was read of the same moment. */
export const readSplitRun = async (table: Table, run: RunRecord): Promise<SplitRun | null> => {
  const [own, ...items] = await table.query({ pk: workKey(run).pk, prefix: WORK });
  if (own?.sk !== WORK || own.fence !== run.fence || own.opened !== items.length) return null;
  const shards = items.map((item, shard): RunShard => {
    const { isDone, resumeAt, granted, queue, fence, ...work } = recordOf<RunShard>(item);
    return { ...run, ...workOf(work), shard, isDone, resumeAt, granted, queue, fence };
  });
  const finished = shards.filter(({ isDone }) => isDone).length;
  if (own.finished !== finished) return null;
  const whole = joinShards(run, { ...run, ...workOf(recordOf<RunRecord>(own)) }, shards);
  const [left, turn] = [own.left as Allowance, own.turn as number];
  return { run: whole, opened: items.length, finished, left, turn, shards };
};

/** The run as its worker has left it; null where the two were not read of the same moment. */
const joined = (run: RunRecord, work: Item | null): RunRecord | null => {
  if (!run.hasWork || run.status !== "running") return run;
  if (work?.fence !== run.fence) return null;
  return { ...run, ...workOf(recordOf<RunRecord>(work)) };
};

/** Reads of a run while it changes hands; each change is over in an instant. */
export const READS = 5;

/** A run with what lies beside it, in one trip; of a split run, in two. */
export const readWithWork = async (
  table: Table,
  read: () => Promise<RunRecord | null>,
  run: OfRun,
): Promise<RunRecord | null> => {
  for (let reads = 1; ; reads += 1) {
    const [found, work] = await Promise.all([read(), table.get(workKey(run))]);
    if (!found) return null;
    const isSplit = found.shards !== undefined && found.status === "running";
    const whole = isSplit ? (await readSplitRun(table, found))?.run : joined(found, work);
    if (whole) return whole;
    if (reads === READS) return found;
  }
};
