/**
 * Writes the files of an export: its parts first and its manifest last, as deliveries to a bucket do. After each part, the list of
 * parts and the place in the run are committed together, so that the next worker continues where one stopped or died.
 */
import type { ExportError, ExportMessage } from "../../contract/deliveries/exports.ts";
import { MINUTE_MS } from "../../contract/units.ts";
import type { ExportRecord } from "../../store/deliveries/exports.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { ConditionFailed } from "../../store/table.ts";
import { ENCODINGS } from "../destinations/encode.ts";
import { factsOfFile, type Manifest, type ManifestPart, manifestText } from "../destinations/manifest.ts";
import { noteTypes, type ParquetType, type ParquetTypes } from "../destinations/parquet.ts";
import { inFiles, partName } from "../destinations/parts.ts";
import { OutOfTime } from "../destinations/progress.ts";
import { linesFrom } from "../items/output.ts";
import { announceNext, claim, dueAtMs, isPoison, isReady } from "../outbox/attempts.ts";
import type { Deps, WithEventQueue, WithExportQueue, WithObjects } from "../ports.ts";
import { endExport, RUN_DELETED } from "./end.ts";
import { type Keeper, keepExport, LOST_MS } from "./keep.ts";
import { folderOfExport, MANIFEST } from "./show.ts";

type ExportDeps = Deps & WithObjects & WithExportQueue & WithEventQueue;

/** How often an export of a suspended account is looked at. */
const SUSPENDED_MS = 5 * MINUTE_MS;
const PARTS_PER_READ = 500;

const CRASHED: ExportError = {
  code: "write-failed",
  message: "It failed ten times in a row. Create it again, with smaller parts if its items are large.",
};

interface ExportManifest extends Manifest {
  readonly exportId: string;
}

/** The types of all items. Reads them once before they are written; the next worker continues. */
const readTypes = async (deps: ExportDeps, keeper: Keeper, run: RunRecord): Promise<ParquetTypes> => {
  const known = keeper.current().progress.types;
  const found = (known?.of ?? {}) as ParquetTypes;
  if (known?.before === null) return found;
  const types = new Map<string, ParquetType>(Object.entries(found));
  for await (const { line, place } of linesFrom(deps, run, known?.before ?? 0)) {
    noteTypes(types, line);
    await keeper.renew(() => ({ types: { before: place + 1, of: Object.fromEntries(types) } }));
  }
  const all = Object.fromEntries(types);
  await keeper.note({ types: { before: null, of: all } });
  return all;
};

const listAllParts = async ({ store }: Deps, record: ExportRecord): Promise<ManifestPart[]> => {
  const all: ManifestPart[] = [];
  for (;;) {
    const parts = await store.exports.listParts(record, all.length + 1, PARTS_PER_READ);
    if (parts.length === 0) return all;
    all.push(...parts.map(({ number, ...part }) => ({ path: partName(number, record.format), ...part })));
  }
};

/** @throws OutOfTime if another worker must continue; ConditionFailed if one does already, or if the run is gone */
const writeFiles = async (deps: ExportDeps, keeper: Keeper, run: RunRecord): Promise<void> => {
  const { objects, store } = deps;
  const { format, formulas, partBytes, id: exportId } = keeper.current();
  const { contentType } = ENCODINGS[format];
  const types = format === "parquet" ? await readTypes(deps, keeper, run) : {};
  const table = { columns: run.fieldNames, currencies: run.currencies ?? {}, formulas, types };
  const folder = folderOfExport(keeper.current());
  const rest = linesFrom(deps, run, keeper.current().progress.place);
  for await (const { items, body, last } of inFiles(rest, { format, maxBytes: partBytes, table })) {
    const { progress } = keeper.current();
    const number = progress.parts + 1;
    const name = partName(number, format);
    await objects.put(`${folder}${name}`, body, contentType, `${run.id}-${name}`);
    const part = { number, ...factsOfFile(items, body) };
    const reached = {
      parts: number,
      items: progress.items + part.items,
      bytes: progress.bytes + part.bytes,
      place: last.place + 1,
    };
    await keeper.note(reached, store.exports.addPart(keeper.current(), part));
  }
  const parts = await listAllParts(deps, keeper.current());
  const { flowId, id: runId, finishedAt } = run;
  const manifest: ExportManifest = {
    version: 1,
    exportId,
    flowId,
    runId,
    format,
    collectedAt: finishedAt,
    itemCount: parts.reduce((sum, { items }) => sum + items, 0),
    fields: run.fieldNames,
    parts,
  };
  await objects.put(
    `${folder}${MANIFEST}`,
    manifestText(manifest),
    "application/json",
    `${runId}-${MANIFEST}`,
  );
};

/** @returns how the export ends */
const attempt = async (
  deps: ExportDeps,
  keeper: Keeper,
  run: RunRecord,
): Promise<ExportError | "completed" | "out of time"> => {
  const runKey = deps.store.runs.key(run.accountId, run.id);
  try {
    await writeFiles(deps, keeper, run);
    return "completed";
  } catch (error) {
    if (error instanceof OutOfTime) return "out of time";
    if (error instanceof ConditionFailed && error.refused(runKey)) return RUN_DELETED;
    throw error;
  }
};

/** Hands an export on to the next worker, or postpones it. */
const postpone = async (
  { store, now, exportQueue }: ExportDeps,
  record: ExportRecord,
  waitMs: number,
): Promise<void> => {
  const patch = { nextAttemptAt: new Date(now() + waitMs).toISOString(), losses: 0 };
  await store.commit(store.exports.change(record, patch, dueAtMs({ ...record, ...patch }, now())));
  const { accountId, id: exportId } = record;
  await announceNext(patch, now(), (delayMs) =>
    exportQueue.send({ type: "export", accountId, exportId }, delayMs),
  );
};

/**
 * Continues an export. A message is only a hint, and may be late, duplicated or wrong.
 *
 * @param deadlineMs when the function will be stopped
 * @throws what fails on our side; the export is then continued by another worker
 */
export const writeExport = async (
  deps: ExportDeps,
  { accountId, exportId }: ExportMessage,
  deadlineMs: number,
): Promise<void> => {
  const { store, now, log } = deps;
  const [record, account] = await Promise.all([
    store.exports.get(accountId, exportId),
    store.accounts.get(accountId),
  ]);
  if (!record || !account || !isReady(record, now())) return;
  try {
    const run = await store.runs.get(accountId, record.runId);
    if (!run) return void (await endExport(deps, record, RUN_DELETED));
    if (isPoison(record)) {
      log.error("an export was given up: every worker that tried it failed", { accountId, exportId });
      return void (await endExport(deps, record, CRASHED));
    }
    if (account.suspended) return await postpone(deps, record, SUSPENDED_MS);
    const keeper = keepExport(deps, await claim(deps, store.exports, record, LOST_MS), run, deadlineMs);
    const outcome = await attempt(deps, keeper, run);
    if (outcome === "out of time") await postpone(deps, keeper.current(), 0);
    else await endExport(deps, keeper.current(), outcome);
  } catch (error) {
    // Another message for the same export was handled first, or another worker has taken it over.
    if (!(error instanceof ConditionFailed)) throw error;
  }
};
