import { isDeepStrictEqual } from "node:util";
import type { RecordChange } from "../../contract/changes.ts";
import type { LogEntry, RunError } from "../../contract/runs.ts";
import type { Collected, Comparison, RecordSet } from "../../engine/change/index.ts";
import type { ChangeRecord } from "../../store/changes.ts";
import type { RecordSetEntry } from "../../store/records.ts";
import type { RunRecord } from "../../store/runs.ts";
import type { Write } from "../../store/table.ts";
import { tell } from "../accounts/journal.ts";
import { raiseAlert } from "../alerts/alerts.ts";
import { FIRST_LOOK_MS, LONGEST_RETENTION_MS } from "../clock/retentionTimes.ts";
import { folderOf } from "../files/folders.ts";
import type { Deps, WithObjects } from "../ports.ts";
import type { Engine } from "../runs/engine.ts";
import { readAllItems } from "../runs/items.ts";
import { inParallel } from "../shared/inParallel.ts";
import { basisOf, isBasisOf, type WatchedFlow } from "./basis.ts";
import { digestOf, putRecords, readRecords } from "./recordSets.ts";

/** Most records in a change, in characters of JSON and in number. */
const SHOWN_CHARS = 20_000;
const SHOWN_RECORDS = 50;
/** Records per change that get a history entry. */
const MAX_NOTED = 20_000;
const PARALLEL_NOTES = 16;

export type CompareDeps = Deps & WithObjects & { readonly engine: Pick<Engine, "compare"> };

type Log = Pick<LogEntry, "level" | "message">;

/** The result of a comparison. */
interface Findings {
  readonly logs: readonly Log[];
  /** Called before each attempt to end the run. */
  readonly writes: () => Promise<readonly Write[]>;
}

/** A comparison with one record set. It is void once that set is replaced. */
interface Found {
  readonly before: RecordSetEntry | null;
  readonly logs: readonly Log[];
  readonly writes: readonly Write[];
}

const brokenSelector = (message: string, url: string): RunError => ({
  code: "selector-broken",
  message,
  step: null,
  url,
  httpStatus: null,
  retryable: false,
});

/** As many of the first records as fit a response that lists many changes. */
const showable = (changes: readonly RecordChange[]): RecordChange[] => {
  let left = SHOWN_CHARS;
  const end = changes.slice(0, SHOWN_RECORDS).findIndex((change) => {
    left -= JSON.stringify(change).length;
    return left < 0;
  });
  return changes.slice(0, end < 0 ? SHOWN_RECORDS : end);
};

const countOf = (changes: readonly RecordChange[], type: RecordChange["type"]): number =>
  changes.filter((change) => change.type === type).length;

/** The change, its alert if it matches the conditions, and its event. */
const changeWrites = (deps: Deps, run: RunRecord, change: ChangeRecord, flowName: string): Write[] => {
  const { store } = deps;
  const { id, accountId, flowId, alertId, severity } = change;
  const message = `"${flowName}": ${change.message}`;
  const title = `${change.title} in ${flowName}`;
  const alert =
    alertId !== null && severity !== null
      ? raiseAlert(deps, accountId, {
          id: alertId,
          type: "change_detected",
          severity,
          flowId,
          title,
          message,
          cause: null,
        })
      : [];
  const news = tell(deps, accountId, { type: "change.detected", message: `${title}.`, flowId, subject: id });
  const dueAtMs = deps.now() + FIRST_LOOK_MS;
  return [
    ...store.changes.insert(change, dueAtMs),
    ...store.days.count(run, { changes: 1 }),
    ...alert,
    ...news,
  ];
};

const toChange = (
  deps: Deps,
  { id: runId, accountId, flowId }: RunRecord,
  { monitor }: WatchedFlow,
  { changes, alerting, title, message }: Comparison,
): ChangeRecord => {
  const records = showable(changes);
  return {
    id: deps.newId("change"),
    accountId,
    flowId,
    runId,
    createdAt: new Date(deps.now()).toISOString(),
    title,
    message,
    severity: alerting > 0 ? (monitor.severity ?? "info") : null,
    alertId: alerting > 0 ? deps.newId("alert") : null,
    added: countOf(changes, "added"),
    removed: countOf(changes, "removed"),
    changed: countOf(changes, "changed"),
    recordsText: JSON.stringify(records),
    recordsOmitted: changes.length - records.length,
  };
};

/** Adds the change to the history of each record. */
const noteChanges = async (
  { store, now }: Deps,
  change: ChangeRecord,
  changes: readonly RecordChange[],
): Promise<void> => {
  const untilMs = now() + LONGEST_RETENTION_MS;
  await inParallel(changes.slice(0, MAX_NOTED), PARALLEL_NOTES, (each) =>
    store.changes.note(each, change, untilMs),
  );
};

/** Stores the set, unless it equals the current one. */
const keepSet = async (
  deps: CompareDeps,
  run: RunRecord,
  { before, set, basis }: { before: RecordSetEntry | null; set: RecordSet; basis: string },
): Promise<Write[]> => {
  const digest = digestOf(set);
  const { keyFields, records, currencies = {}, lacksRecords, lacksValues } = set;
  const isKept =
    before?.digest === digest &&
    before.basis === basis &&
    (before.lacksRecords ?? false) === lacksRecords &&
    (before.lacksValues ?? false) === lacksValues &&
    isDeepStrictEqual(before.currencies ?? {}, currencies);
  if (isKept) return [];
  const at = new Date(deps.now()).toISOString();
  const { accountId, flowId, id: runId, fence } = run;
  // Each attempt uses its own folder, so that nothing from a stopped worker is mixed in.
  const folder = `${folderOf("records", accountId)}${flowId}/${runId}-${fence}-${deps.now()}`;
  await putRecords(deps, folder, set);
  const { length: total } = records;
  const gaps = { ...(lacksRecords && { lacksRecords }), ...(lacksValues && { lacksValues }) };
  const money = Object.keys(currencies).length > 0 && { currencies };
  const after = { accountId, flowId, runId, at, folder, total, keyFields, digest, basis, ...gaps, ...money };
  return deps.store.records.advance(before, after, deps.now() + FIRST_LOOK_MS);
};

const readSet = async (deps: CompareDeps, entry: RecordSetEntry): Promise<RecordSet> => {
  const { keyFields, lacksRecords = false, lacksValues = false, currencies = {} } = entry;
  return { keyFields, lacksRecords, lacksValues, currencies, records: await readRecords(deps, entry) };
};

const info = (message: string): Log => ({ level: "info", message });

const compareWith = async (
  deps: CompareDeps,
  run: RunRecord,
  flow: WatchedFlow,
  before: RecordSetEntry | null,
  collected: Collected,
): Promise<Found | RunError> => {
  const basis = basisOf(flow);
  const known = before && isBasisOf(before.basis, flow) ? before : null;
  if (!known && collected.items.length === 0) {
    const message = "Nothing was found, so there is no baseline to compare with yet.";
    return { before, logs: [{ level: "warn", message }], writes: [] };
  }
  const earlier = known && (await readSet(deps, known));
  const result = deps.engine.compare(earlier, collected, flow.monitor, flow.expect);
  if ("failure" in result) return result.failure;
  if ("broken" in result) return brokenSelector(result.broken, flow.url);
  const setWrites = await keepSet(deps, run, { before, set: result.set, basis });
  const { length: total } = result.set.records;
  const notes = result.notes.map((message): Log => ({ level: "warn", message }));
  if (!known)
    return {
      before,
      logs: [...notes, info(`Saved as the baseline: ${total} ${total === 1 ? "record" : "records"}.`)],
      writes: setWrites,
    };
  if (result.changes.length === 0)
    return { before, logs: [...notes, info(`Nothing has changed since ${known.at}.`)], writes: setWrites };
  const change = toChange(deps, run, flow, result);
  await noteChanges(deps, change, result.changes);
  const summary = `Changes since ${known.at}: ${result.message}`;
  const effect = `${result.changes.length} ${result.changes.length === 1 ? "record" : "records"} changed, ${result.alerting} of which match the alert conditions.`;
  return {
    before,
    logs: [...notes, info(summary), info(effect)],
    writes: [...setWrites, ...changeWrites(deps, run, change, flow.name)],
  };
};

/**
 * Compares what a monitor's run collected with the flow's last good collection.
 *
 * @param run a run whose items are all committed
 * @returns what changed, or an error if the collection is not good enough to be compared
 */
export const compareRun = async (
  deps: CompareDeps,
  run: RunRecord,
  version: WatchedFlow,
  how: Omit<Collected, "items">,
): Promise<Findings | { readonly error: RunError }> => {
  const { store } = deps;
  const collected = { items: await readAllItems(deps, run), ...how };
  const current = await store.records.current(run.accountId, run.flowId);
  const first = await compareWith(deps, run, version, current, collected);
  if ("code" in first) return { error: first };
  let found = first;
  return {
    logs: first.logs,
    writes: async () => {
      // Another run of the flow may have ended in between; then this one is compared with that run's set.
      const [now, flow] = await Promise.all([
        store.records.current(run.accountId, run.flowId),
        store.flows.get(run.accountId, run.flowId),
      ]);
      // Changes of a deleted flow are not stored.
      if (!flow) return [];
      if (now?.folder !== found.before?.folder) {
        const again = await compareWith(deps, run, version, now, collected);
        found = "code" in again ? { before: now, logs: [], writes: [] } : again;
      }
      return found.writes;
    },
  };
};
