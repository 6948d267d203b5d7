/** What a run found, as it is stored: the change with its alert and event, and the histories of its records. */
import type { ChangeNoise, NoiseReason, RecordChange } from "../../contract/runs/changes.ts";
import type { Comparison } from "../../engine/change/index.ts";
import type { ChangeRecord } from "../../store/monitors/changes.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import type { Write } from "../../store/table.ts";
import { raiseAlert } from "../alerts/alerts.ts";
import { addActivity } from "../journal/journal.ts";
import type { Deps } from "../ports.ts";
import { FIRST_LOOK_MS, LONGEST_RETENTION_MS } from "../retentionTimes.ts";
import { inParallel } from "../shared/inParallel.ts";
import type { WatchedFlow } from "./basis.ts";
import { excerptIn } from "./pictures.ts";
import { shortenChange } from "./shortenChange.ts";

/** Most records in a change, in characters of JSON and in number. */
const SHOWN_CHARS = 20_000;
const SHOWN_RECORDS = 50;
/** Records per change that get a history entry, and characters of JSON in each: DynamoDB takes 400 KB. */
const MAX_NOTED = 20_000;
const NOTED_CHARS = 100_000;
const PARALLEL_NOTES = 16;

/** As many of the first records as fit a response that lists many changes; one at least, shortened if need be. */
const showable = ([first, ...others]: readonly RecordChange[]): RecordChange[] => {
  if (!first) return [];
  const shown = [shortenChange(first, SHOWN_CHARS)];
  let left = SHOWN_CHARS - JSON.stringify(shown).length;
  for (const change of others.slice(0, SHOWN_RECORDS - 1)) {
    left -= JSON.stringify(change).length;
    if (left < 0) break;
    shown.push(change);
  }
  return shown;
};

const countOf = (changes: readonly RecordChange[], type: RecordChange["type"]): number =>
  changes.filter((change) => change.type === type).length;

/** How many fields of records are taken for noise, and why. */
export const countNoise = (noise: readonly RecordChange[]): Pick<ChangeNoise, "differences" | "reasons"> => {
  const reasons: Partial<Record<NoiseReason, number>> = {};
  let differences = 0;
  for (const { fields } of noise)
    for (const { noise: reason } of Object.values(fields)) {
      if (reason === undefined) continue;
      differences += 1;
      reasons[reason] = (reasons[reason] ?? 0) + 1;
    }
  return { differences, reasons };
};

export const toChange = (
  deps: Deps,
  { id: runId, accountId, flowId }: RunRecord,
  { monitor }: WatchedFlow,
  { changes, noise, proposedNoise, alerting, title, message }: Comparison,
  pictures: Pick<ChangeRecord, "pictureFolders"> = {},
): ChangeRecord => {
  const records = showable(changes);
  const quiet = showable(noise);
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
    ...pictures,
    ...(proposedNoise.length > 0 && { proposedNoise: [...proposedNoise] }),
    ...(noise.length > 0 && {
      noise: countNoise(noise),
      noiseText: JSON.stringify(quiet),
      noiseOmitted: noise.length - quiet.length,
    }),
  };
};

/** What changed in the first picture of a change; undefined if it has none. */
const pictureOf = ({ pictureFolders, recordsText }: ChangeRecord): string | undefined => {
  const records = pictureFolders ? (JSON.parse(recordsText) as RecordChange[]) : [];
  const pictured = records.find(({ fields }) => Object.values(fields).some(({ picture }) => picture));
  return pictureFolders && pictured && excerptIn(pictureFolders.current, pictured.key);
};

/** The change, its alert if it matches the conditions, and its event. */
export const changeWrites = (
  deps: Deps,
  run: RunRecord,
  change: ChangeRecord,
  flowName: string,
  listed: Comparison["listed"],
): Write[] => {
  const { store } = deps;
  const { id, accountId, flowId, alertId, severity } = change;
  const dueAtMs = deps.now() + FIRST_LOOK_MS;
  if (change.added + change.removed + change.changed === 0) return store.changes.insertQuiet(change, dueAtMs);
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
          news: {
            flowName,
            change: { id, added: change.added, removed: change.removed, changed: change.changed, ...listed },
          },
          pictureKey: pictureOf(change),
        })
      : [];
  const news = addActivity(deps, accountId, {
    type: "change.detected",
    message: `${title}.`,
    flowId,
    subject: id,
  });
  return [
    ...store.changes.insert(change, dueAtMs),
    ...store.days.count(run, { changes: 1 }),
    ...alert,
    ...news,
  ];
};

/** Adds the change to the history of each record. */
export const noteChanges = async (
  { store, now }: Deps,
  change: ChangeRecord,
  changes: readonly RecordChange[],
): Promise<void> => {
  const untilMs = now() + LONGEST_RETENTION_MS;
  await inParallel(changes.slice(0, MAX_NOTED), PARALLEL_NOTES, (each) =>
    store.changes.note(shortenChange(each, NOTED_CHARS), change, untilMs),
  );
};
