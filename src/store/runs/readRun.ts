/** Reads a run together with its workers' progress. */
import { joinCurrencies } from "../../contract/currencies.ts";
import type { PageCounts } from "../../contract/runs/runPages.ts";
import { recordOf } from "../due.ts";
import type { Item, Table } from "../table.ts";
import type { CostNanos, RunRecord } from "./runRecord.ts";
import { WORK, workKey, workOf } from "./runWork.ts";

/** Pages and items: a limit, or what is left of one. */
export interface Allowance {
  readonly pages: number;
  readonly items: number;
}

/** A shard of a run as its worker left it. Workers claim and process it like a run. */
export interface RunShard extends RunRecord {
  readonly shard: number;
  readonly isDone: boolean;
  /** When its site may be visited again, if it asked for a pause. */
  readonly resumeAt: string | null;
  /** The most it may fetch and collect. */
  readonly granted: Allowance;
}

/** A split run in progress. */
export interface SplitRun {
  /** Includes everything its shards have collected. */
  readonly run: RunRecord;
  /** How many shards were started, beginning with the first. */
  readonly opened: number;
  readonly finished: number;
  /** Incremented with each change of the state that shards share. */
  readonly turn: number;
  /** The part of the run's limits that no shard has been granted. */
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

/** Adds the shards' progress to what the run had done before it was split. */
const joinShards = (run: RunRecord, own: RunRecord, shards: readonly RunShard[]): RunRecord => {
  const all = [own, ...shards];
  const sites = shards.flatMap((shard) => shard.sites ?? []);
  const outcomes = shards.flatMap((shard) => shard.outcomes ?? []);
  const currencies = all.map((each) => each.currencies ?? {}).reduce(joinCurrencies);
  const documents = all.flatMap((each) => each.documents ?? []);
  return {
    ...run,
    ...workOf(own),
    ...sumOf(all.map((each) => pick(each, COUNTS))),
    ...sumOf(all.map((each) => pick(each, KEPT))),
    cost: sumOf<CostNanos>(all.map(({ cost }) => cost)),
    fieldNames: [...new Set(all.flatMap(({ fieldNames }) => fieldNames))],
    filledCounts: sumOf<Sums>(all.map(({ filledCounts }) => filledCounts)),
    ...(Object.keys(currencies).length > 0 && { currencies }),
    ...(documents.length > 0 && { documents: sumOf<NonNullable<RunRecord["documents"]>>(documents) }),
    ...(outcomes.length > 0 && { outcomes: sumOf<PageCounts>(outcomes) }),
    ...(sites.length > 0 && { sites: sumOf<PageCounts>(sites) }),
    screenshots: all.flatMap(({ screenshots = [] }) => screenshots),
    opening: first(shards.map(({ opening }) => opening)),
    shardItems: shards.map(({ itemsExtracted }) => itemsExtracted),
  };
};

/** The split run with its shards' progress; null if the reads are from different moments. */
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

/** The run with its worker's progress; null if the two reads are from different moments. */
const joined = (run: RunRecord, work: Item | null): RunRecord | null => {
  if (!run.hasWork || run.status !== "running") return run;
  if (work?.fence !== run.fence) return null;
  return { ...run, ...workOf(recordOf<RunRecord>(work)) };
};

/** Attempts at a consistent read while the run changes hands, which takes an instant. */
export const READS = 5;

/** Reads a run with its details in one round trip, or two if it is split. */
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
