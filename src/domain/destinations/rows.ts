/** What is delivered of a run: rows as lines of NDJSON, the same each time they are read. */
import type { Currencies } from "../../contract/currencies.ts";
import type { DestinationContent } from "../../contract/destinations.ts";
import type { Item } from "../../contract/runs.ts";
import type { RecordSetEntry } from "../../store/records.ts";
import type { RunRecord } from "../../store/runs.ts";
import { allLines } from "../items/items.ts";
import { readRecords } from "../monitor/recordSets.ts";
import type { Deps, WithObjects } from "../ports.ts";
import { isSameJson } from "../shared/sameJson.ts";

export interface Rows {
  /** Fields of the rows, in order. */
  readonly columns: readonly string[];
  readonly currencies: Currencies;
  /** Can be read more than once. */
  readonly lines: AsyncIterable<string> | Iterable<string>;
  /** The rows' keys in order; absent: their records have none. */
  readonly keys?: readonly string[];
  /** Why there are none, if that needs a reason. */
  readonly note: string | null;
}

type ReadDeps = Deps & WithObjects;

const ofItems = (deps: ReadDeps, run: RunRecord): Rows => ({
  columns: run.fieldNames,
  currencies: run.currencies ?? {},
  lines: { [Symbol.asyncIterator]: () => allLines(deps, run) },
  note: null,
});

const ofRecords = (run: RunRecord, records: readonly Item[], first: readonly string[] = []): Rows => ({
  // Records that the run did not see, such as removed ones, may have fields that its items lack.
  columns: [...new Set([...first, ...run.fieldNames, ...records.flatMap((record) => Object.keys(record))])],
  currencies: run.currencies ?? {},
  lines: records.map((record) => JSON.stringify(record)),
  note: null,
});

/** The records that were current when the run ended; null if its flow is not a monitor. */
const setOf = ({ store }: Deps, { accountId, flowId, finishedAt }: RunRecord) =>
  store.records.asOf(accountId, flowId, finishedAt ?? "");

const setBefore = ({ store }: Deps, { accountId, flowId, at }: RecordSetEntry) =>
  store.records.asOf(accountId, flowId, new Date(Date.parse(at) - 1).toISOString());

const latest = async (deps: ReadDeps, run: RunRecord): Promise<Rows> => {
  const set = await setOf(deps, run);
  if (!set) return ofItems(deps, run);
  const keyed = await readRecords(deps, set);
  const rows = ofRecords(
    run,
    keyed.map(({ record }) => record),
  );
  return { ...rows, keys: keyed.map(({ key }) => key) };
};

/** Fields of a change besides those of its record. Names of fields do not begin with an underscore by chance. */
const CHANGE_FIELDS = ["_change", "_key", "_previous"];

const changedFields = (before: Item, after: Item): Item =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((name) => !isSameJson(before[name], after[name]))
      .map((name) => [name, before[name] ?? null]),
  );

/**
 * What a run changed in its flow's records. The first collection adds all of them, so that the changes since then make
 * up the state.
 */
const changes = async (deps: ReadDeps, run: RunRecord): Promise<Rows> => {
  const set = await setOf(deps, run);
  if (!set) return { ...ofRecords(run, []), note: "The flow is not a monitor, so it has no changes." };
  if (set.runId !== run.id) return { ...ofRecords(run, []), note: "Nothing has changed." };
  const previous = await setBefore(deps, set);
  const [before, after] = await Promise.all(
    [previous, set].map(
      async (each) =>
        new Map(each ? (await readRecords(deps, each)).map(({ key, record }) => [key, record]) : []),
    ),
  );
  const earlier = before ?? new Map<string, Item>();
  const current = after ?? new Map<string, Item>();
  const rows: Item[] = [];
  const keys: string[] = [];
  const add = (key: string, row: Item): void => {
    keys.push(key);
    rows.push(row);
  };
  for (const [key, record] of current) {
    const old = earlier.get(key);
    if (!old) add(key, { _change: "added", _key: key, ...record });
    else if (!isSameJson(old, record))
      add(key, { _change: "changed", _key: key, _previous: changedFields(old, record), ...record });
  }
  for (const [key, record] of earlier)
    if (!current.has(key)) add(key, { _change: "removed", _key: key, ...record });
  const note = rows.length === 0 ? "Nothing has changed." : null;
  return { ...ofRecords(run, rows, CHANGE_FIELDS), keys, note };
};

const READERS: Readonly<
  Record<DestinationContent, (deps: ReadDeps, run: RunRecord) => Promise<Rows> | Rows>
> = {
  items: ofItems,
  latest,
  changes,
};

export const readRows = async (deps: ReadDeps, run: RunRecord, content: DestinationContent): Promise<Rows> =>
  READERS[content](deps, run);
