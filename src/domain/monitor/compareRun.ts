import { isDeepStrictEqual } from "node:util";
import type { LogEntry, RunError } from "../../contract/runs/runs.ts";
import { counted } from "../../contract/wording.ts";
import type { Collected, Comparison, ObservedNoise, RecordSet } from "../../engine/change/index.ts";
import { IDENTITY, type RecordSetEntry } from "../../store/monitors/records.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import type { Write } from "../../store/table.ts";
import type { Engine } from "../engine.ts";
import { folderOf } from "../files/folders.ts";
import type { Deps, WithObjects, WithSeals } from "../ports.ts";
import { FIRST_LOOK_MS } from "../retentionTimes.ts";
import { runError } from "../shared/runError.ts";
import { basisOf, isBasisOf, type WatchedFlow } from "./basis.ts";
import { type ComparedPictures, comparePictures, hasPictures, putPictures } from "./pictures.ts";
import { digestOf, putRecords, readRecords } from "./recordSets.ts";
import { changeWrites, countNoise, noteChanges, toChange } from "./writeChange.ts";

export type CompareDeps = Deps &
  WithObjects &
  WithSeals & { readonly engine: Pick<Engine, "compare" | "pictures" | "release"> };

type Log = Pick<LogEntry, "level" | "message">;

/** Another run of the flow has ended since the comparison, and replaced the records that it was made with. */
export class BaselineReplaced extends Error {
  override readonly name = "BaselineReplaced";
}

/** The result of a comparison. */
interface Findings {
  readonly logs: readonly Log[];
  /**
   * Called before each attempt to end the run.
   *
   * @throws BaselineReplaced if the run has to be compared again
   */
  readonly writes: () => Promise<readonly Write[]>;
}

/** A comparison with one record set. It is void once that set is replaced. */
interface Found {
  readonly before: RecordSetEntry | null;
  readonly logs: readonly Log[];
  readonly writes: readonly Write[];
}

/** What is stored of a run's records. */
interface Kept {
  readonly before: RecordSetEntry | null;
  readonly set: RecordSet;
  readonly basis: string;
  readonly pictures: ComparedPictures | null;
}

/** Stores the set, unless it equals the current one. */
const keepSet = async (
  deps: CompareDeps,
  run: RunRecord,
  { before, set, basis, pictures }: Kept,
): Promise<{ readonly folder: string; readonly writes: Write[] }> => {
  const digest = digestOf(set);
  const { keyFields, records, currencies = {}, lacksRecords, lacksValues, observed, restless = {} } = set;
  const notes = { ...(observed && { observed: { ...observed } }), restless, identity: IDENTITY } as const;
  const isKept =
    before?.digest === digest &&
    before.basis === basis &&
    (before.lacksRecords ?? false) === lacksRecords &&
    (before.lacksValues ?? false) === lacksValues &&
    isDeepStrictEqual(before.currencies ?? {}, currencies);
  if (isKept) {
    const { observed: seen, restless: moved, identity } = before;
    const isNoted = isDeepStrictEqual({ ...(seen && { observed: seen }), restless: moved, identity }, notes);
    const writes = isNoted ? [] : deps.store.records.annotate(before, notes);
    return { folder: before.folder, writes };
  }
  const at = new Date(deps.now()).toISOString();
  const { accountId, flowId, id: runId, fence } = run;
  // Each attempt uses its own folder, so that nothing from a stopped worker is mixed in.
  const folder = `${folderOf("records", accountId)}${flowId}/${runId}-${fence}-${deps.now()}`;
  await putRecords(deps, folder, set);
  if (pictures) await putPictures(deps, run, folder, { set, before, drawings: pictures.drawings });
  const { length: total } = records;
  const gaps = { ...(lacksRecords && { lacksRecords }), ...(lacksValues && { lacksValues }) };
  const money = Object.keys(currencies).length > 0 && { currencies };
  const facts = { accountId, flowId, runId, at, folder, total, keyFields, digest, basis };
  const after = { ...facts, ...gaps, ...money, ...notes };
  return { folder, writes: deps.store.records.advance(before, after, deps.now() + FIRST_LOOK_MS) };
};

/** The set with what is known about areas of its pictures. */
const withAreas = (set: RecordSet, areas: ComparedPictures["areas"]): RecordSet =>
  Object.keys(areas).length === 0
    ? set
    : { ...set, observed: { places: [], parameters: {}, ...set.observed, areas } };

const readSet = async (deps: CompareDeps, entry: RecordSetEntry): Promise<RecordSet> => {
  const { keyFields, lacksRecords = false, lacksValues = false, currencies = {}, restless } = entry;
  const observed = entry.observed as ObservedNoise | undefined;
  const isLegacy = entry.identity === undefined;
  const records = await readRecords(deps, entry);
  return { keyFields, lacksRecords, lacksValues, currencies, records, observed, restless, isLegacy };
};

const info = (message: string): Log => ({ level: "info", message });

const tellNoise = ({ noise }: Comparison): Log[] => {
  const { differences, reasons } = countNoise(noise);
  if (differences === 0) return [];
  const counts = Object.entries(reasons).map(([reason, count]) => `${count} ${reason}`);
  const what = counted(differences, "difference");
  return [
    info(`${what} taken for noise (${counts.join(", ")}): GET /flows/{id}/changes?noise=true shows them.`),
  ];
};

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
  const pictures = hasPictures(flow)
    ? await comparePictures(deps, run, flow, { before: known, earlier }, collected)
    : null;
  const result = deps.engine.compare(earlier, pictures?.collected ?? collected, flow.monitor, flow.expect);
  if ("failure" in result) return result.failure;
  if ("broken" in result) return runError("selector-broken", result.broken, { url: flow.url });
  const set = pictures ? withAreas(result.set, pictures.areas) : result.set;
  const { folder, writes: setWrites } = await keepSet(deps, run, { before, set, basis, pictures });
  const { length: total } = result.set.records;
  const notes = [
    ...result.notes.map((message): Log => ({ level: "warn", message })),
    ...result.remarks.map(info),
    ...(pictures?.logs ?? []),
    ...tellNoise(result),
  ];
  if (!known)
    return {
      before,
      logs: [...notes, info(`Saved as the baseline: ${counted(total, "record")}.`)],
      writes: setWrites,
    };
  const shown = pictures && { pictureFolders: { previous: known.folder, current: folder } };
  const change = toChange(deps, run, flow, result, shown ?? {});
  if (result.changes.length === 0)
    return {
      before,
      logs: [...notes, info(`Nothing has changed since ${known.at}.`)],
      writes: [
        ...setWrites,
        ...(result.noise.length > 0 ? changeWrites(deps, run, change, flow.name, result.listed) : []),
      ],
    };
  await noteChanges(deps, change, result.changes);
  const summary = `Changes since ${known.at}: ${result.message}`;
  const effect = effectOf(result.changes.length, result.alerting);
  return {
    before,
    logs: [...notes, info(summary), info(effect)],
    writes: [...setWrites, ...changeWrites(deps, run, change, flow.name, result.listed)],
  };
};

const effectOf = (changes: number, alerting: number): string =>
  `${counted(changes, "change")} found; ${alerting === 0 ? "none raises" : counted(alerting, "raises", "raise")} an alert.`;

/**
 * Compares what a monitor's run collected with the flow's last good collection.
 *
 * @returns what changed, or an error if the collection is not good enough to be compared
 */
export const compareRun = async (
  deps: CompareDeps,
  run: RunRecord,
  version: WatchedFlow,
  collected: Collected,
): Promise<Findings | { readonly error: RunError }> => {
  const { store } = deps;
  const current = await store.records.current(run.accountId, run.flowId);
  const found = await compareWith(deps, run, version, current, collected);
  if ("code" in found) return { error: found };
  return {
    logs: found.logs,
    writes: async () => {
      const [now, flow] = await Promise.all([
        store.records.current(run.accountId, run.flowId),
        store.flows.get(run.accountId, run.flowId),
      ]);
      // Changes of a deleted flow are not stored.
      if (!flow) return [];
      if (now?.folder !== found.before?.folder)
        throw new BaselineReplaced("another run of the flow has ended since the comparison");
      return found.writes;
    },
  };
};
