/** What is delivered of a run: rows as lines of NDJSON, the same each time they are read. */
import type { Currencies } from "../../contract/currencies.ts";
import type { DestinationContent } from "../../contract/deliveries/destinations.ts";
import type { Item } from "../../contract/runs/runs.ts";
import type { ReachedPlace } from "../../store/deliveries/destinationDeliveries.ts";
import type { RecordSetEntry } from "../../store/monitors/records.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { allLines, linesFrom } from "../items/output.ts";
import { eachRecord } from "../monitor/recordSets.ts";
import type { Deps, WithObjects } from "../ports.ts";
import { isSameJson } from "../shared/sameJson.ts";

/** A row, with its record's key. */
export interface KeyedLine {
  readonly key: string;
  readonly line: string;
}

/** A row, with its place in the run if it has one. */
export interface PlacedLine {
  readonly line: string;
  readonly place?: number;
}

export interface Rows {
  /** Fields of the rows, in order. */
  readonly columns: readonly string[];
  readonly currencies: Currencies;
  /** Can be read more than once. */
  readonly lines: AsyncIterable<string> | Iterable<string>;
  /** The same lines from a place in the run on; absent: they have none. */
  readonly from?: (place: number) => AsyncIterable<PlacedLine>;
  /** The same lines with the keys of their records; absent: these have none. */
  readonly keyed?: AsyncIterable<KeyedLine>;
  /** Why there are none, if that needs a reason. */
  readonly note: string | null;
}

type ReadDeps = Deps & WithObjects;

interface KeyedRecord {
  readonly key: string;
  readonly record: Item;
}

const ofItems = (deps: ReadDeps, run: RunRecord): Rows => ({
  columns: run.fieldNames,
  currencies: run.currencies ?? {},
  lines: { [Symbol.asyncIterator]: () => allLines(deps, run) },
  from: (place) => linesFrom(deps, run, place),
  note: null,
});

/** The rows that have not arrived, if where they begin is known; otherwise all. */
export const rowsLeft = async function* (
  { from, lines }: Rows,
  reached: ReachedPlace | undefined,
): AsyncGenerator<PlacedLine> {
  if (from) yield* from(reached?.place ?? 0);
  else for await (const line of lines) yield { line };
};

const noRows = (run: RunRecord, note: string): Rows => ({
  columns: run.fieldNames,
  currencies: run.currencies ?? {},
  lines: [],
  note,
});

/**
 * Records that are read again for each use, so that only a few of them are held at a time. They are first read for their
 * fields: those that the run did not see, such as removed ones, may have fields that its items lack.
 *
 * @param first columns that come before those of the fields
 */
const ofRecords = async (
  run: RunRecord,
  read: () => AsyncGenerator<KeyedRecord>,
  first: readonly string[] = [],
): Promise<Rows & { readonly count: number }> => {
  const columns = new Set([...first, ...run.fieldNames]);
  let count = 0;
  for await (const { record } of read()) {
    for (const name of Object.keys(record)) columns.add(name);
    count += 1;
  }
  const keyed = async function* (): AsyncGenerator<KeyedLine> {
    for await (const { key, record } of read()) yield { key, line: JSON.stringify(record) };
  };
  const lines = async function* (): AsyncGenerator<string> {
    for await (const { line } of keyed()) yield line;
  };
  return {
    columns: [...columns],
    currencies: run.currencies ?? {},
    lines: { [Symbol.asyncIterator]: lines },
    keyed: { [Symbol.asyncIterator]: keyed },
    note: null,
    count,
  };
};

/** The records that were current when the run ended; null if its flow is not a monitor. */
const setOf = ({ store }: Deps, { accountId, flowId, finishedAt }: RunRecord) =>
  store.records.asOf(accountId, flowId, finishedAt ?? "");

const setBefore = ({ store }: Deps, { accountId, flowId, at }: RecordSetEntry) =>
  store.records.asOf(accountId, flowId, new Date(Date.parse(at) - 1).toISOString());

const latest: Reader = async (deps, run, renew) => {
  const set = await setOf(deps, run);
  return set ? ofRecords(run, () => eachRecord(deps, set, renew)) : ofItems(deps, run);
};

/** Fields of a change besides those of its record. Names of fields do not begin with an underscore by chance. */
const CHANGE_FIELDS = ["_change", "_key", "_previous"];

const changedFields = (before: Item, after: Item): Item =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((name) => !isSameJson(before[name], after[name]))
      .map((name) => [name, before[name] ?? null]),
  );

/** Holds the earlier records as text, and of the current ones a few. */
const compareSets = async function* (
  deps: ReadDeps,
  earlier: RecordSetEntry | null,
  current: RecordSetEntry,
  renew: () => Promise<void>,
): AsyncGenerator<KeyedRecord> {
  const left = new Map<string, string>();
  if (earlier)
    for await (const { key, record } of eachRecord(deps, earlier, renew))
      left.set(key, JSON.stringify(record));
  for await (const { key, record } of eachRecord(deps, current, renew)) {
    const text = left.get(key);
    left.delete(key);
    if (text === undefined) yield { key, record: { _change: "added", _key: key, ...record } };
    else if (text !== JSON.stringify(record)) {
      const old = JSON.parse(text) as Item;
      if (isSameJson(old, record)) continue;
      const about = { _change: "changed", _key: key, _previous: changedFields(old, record) };
      yield { key, record: { ...about, ...record } };
    }
  }
  for (const [key, text] of left)
    yield { key, record: { _change: "removed", _key: key, ...(JSON.parse(text) as Item) } };
};

const NOTHING = "Nothing has changed.";

/**
 * What a run changed in its flow's records. The first collection adds all of them, so that the changes since then make
 * up the state.
 */
const changes: Reader = async (deps, run, renew) => {
  const set = await setOf(deps, run);
  if (!set) return noRows(run, "The flow is not a monitor, so it has no changes.");
  if (set.runId !== run.id) return noRows(run, NOTHING);
  const earlier = await setBefore(deps, set);
  const rows = await ofRecords(run, () => compareSets(deps, earlier, set, renew), CHANGE_FIELDS);
  return { ...rows, note: rows.count === 0 ? NOTHING : null };
};

type Reader = (deps: ReadDeps, run: RunRecord, renew: () => Promise<void>) => Promise<Rows> | Rows;

const READERS: Readonly<Record<DestinationContent, Reader>> = { items: ofItems, latest, changes };

/** The run was deleted while its rows were read: they may end early. */
export class RunGone extends Error {
  override readonly name = "RunGone";
}

/**
 * Rows that end only if their run is still there: a deleted run's data is erased after its record, so that all of it was read. What is
 * written after the last row, such as a manifest, is therefore of a whole run.
 */
const whole = <T>(read: () => AsyncIterable<T> | Iterable<T>, check: () => Promise<void>) => ({
  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    yield* read();
    await check();
  },
});

/**
 * @param renew called while rows are read, also while no row comes of it; throws if another worker has taken the delivery over
 * @throws RunGone, as reading the rows does
 */
export const readRows = async (
  deps: ReadDeps,
  run: RunRecord,
  content: DestinationContent,
  renew: () => Promise<void>,
): Promise<Rows> => {
  const rows = await READERS[content](deps, run, renew);
  const check = async (): Promise<void> => {
    if (!(await deps.store.runs.get(run.accountId, run.id)))
      throw new RunGone(`the run ${run.id} was deleted`);
  };
  const { lines, from, keyed } = rows;
  return {
    ...rows,
    lines: whole(() => lines, check),
    ...(from && { from: (place) => whole(() => from(place), check) }),
    ...(keyed && { keyed: whole(() => keyed, check) }),
  };
};
