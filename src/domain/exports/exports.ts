/** Exports as users see them: made, listed and read. A worker writes their files: see `write.ts`. */
import type * as z from "zod";
import { PLANS } from "../../contract/account/plans.ts";
import type { Page } from "../../contract/common.ts";
import type { CreateExport, Export, ExportPart } from "../../contract/deliveries/exports.ts";
import { DomainError } from "../../contract/errors.ts";
import type { ExportRecord } from "../../store/deliveries/exports.ts";
import { ConditionFailed } from "../../store/table.ts";
import { partName } from "../destinations/parts.ts";
import { notFound } from "../errors.ts";
import { findRun } from "../items/findRun.ts";
import { LINK_SECONDS } from "../items/items.ts";
import { audit } from "../journal/journal.ts";
import { listPage } from "../lists/listPage.ts";
import { ATTEMPT_TIMING } from "../outbox/attempts.ts";
import type { Caller, Deps, WithCursors, WithEventQueue, WithExportQueue, WithObjects } from "../ports.ts";
import { commitWithin } from "../usage/tallies.ts";
import { endExport } from "./end.ts";
import { folderOfExport, MANIFEST, showExport } from "./show.ts";

/**
 * Starts to export all items of a run that has ended.
 *
 * @throws DomainError `not-found`; `conflict` while the run is in progress; `limit-reached`
 */
export const createExport = async (
  deps: Deps & WithExportQueue,
  caller: Caller,
  runId: string,
  { partMegabytes, format, formulas }: z.output<typeof CreateExport>,
): Promise<Export> => {
  const { store, now, newId, exportQueue } = deps;
  const { accountId } = caller;
  const run = await findRun(deps, caller, runId);
  if (run.finishedAt === null)
    throw new DomainError(
      "conflict",
      `Run ${runId} is ${run.status}: export it when it has ended, or read what it has so far with GET /runs/{id}/export.`,
    );
  const { plan } = await caller.account;
  const createdAt = new Date(now()).toISOString();
  const record: ExportRecord = {
    id: newId("export"),
    accountId,
    runId,
    flowId: run.flowId,
    format,
    ...(formulas && { formulas }),
    partBytes: partMegabytes * 1_000_000,
    status: "pending",
    totalItems: run.itemsExtracted,
    progress: { parts: 0, items: 0, bytes: 0, place: 0 },
    error: null,
    finishedAt: null,
    expiresAt: null,
    nextAttemptAt: createdAt,
    turn: 0,
    createdAt,
  };
  try {
    await commitWithin(
      deps,
      { accountId, kind: "EXPORTS", limit: PLANS[plan].exportsAtOnce, help: "wait until one has ended" },
      store.exports.insert(record, now() + ATTEMPT_TIMING.announceAgainMs),
      store.runs.mustExist(run),
      audit(deps, caller, {
        action: "export.created",
        resource: record.id,
        metadata: { runId, format: record.format },
      }),
    );
  } catch (error) {
    if (error instanceof ConditionFailed && error.refused(store.runs.key(accountId, runId)))
      throw notFound("run", runId);
    throw error;
  }
  await exportQueue.send({ type: "export", accountId, exportId: record.id });
  return showExport(record);
};

interface Ids {
  readonly id: string;
  readonly exportId: string;
}

const find = async (deps: Deps, caller: Caller, { id, exportId }: Ids): Promise<ExportRecord> => {
  const [record] = await Promise.all([
    deps.store.exports.get(caller.accountId, exportId),
    findRun(deps, caller, id),
  ]);
  if (record?.runId !== id) throw notFound("export", exportId);
  return record;
};

export const listExports = async (
  deps: Deps & WithCursors,
  caller: Caller,
  runId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<Export>> => {
  await findRun(deps, caller, runId);
  return listPage(deps, caller, {
    operation: "listExports",
    filters: { id: runId },
    page,
    read: (wanted) => deps.store.exports.list(caller.accountId, runId, wanted),
    show: showExport,
  });
};

/** @returns with a link to the manifest, if it is completed */
export const getExport = async (deps: Deps & WithObjects, caller: Caller, ids: Ids): Promise<Export> => {
  const record = await find(deps, caller, ids);
  const shown = showExport(record);
  if (record.status !== "completed") return shown;
  const manifestUrl = await deps.objects.signLink(`${folderOfExport(record)}${MANIFEST}`, LINK_SECONDS);
  return { ...shown, manifestUrl };
};

/**
 * Cancels an export. Its worker is refused at its next part, and stops.
 *
 * @throws DomainError `not-found`; `conflict` when it has ended
 */
export const cancelExport = async (
  deps: Deps & WithEventQueue,
  caller: Caller,
  ids: Ids,
): Promise<Export> => {
  for (;;) {
    const record = await find(deps, caller, ids);
    const { id, runId, status } = record;
    if (status !== "pending")
      throw new DomainError("conflict", `Export ${id} is ${status} and cannot be cancelled.`);
    const entry = audit(deps, caller, { action: "export.cancelled", resource: id, metadata: { runId } });
    try {
      return showExport(await endExport(deps, record, "cancelled", entry));
    } catch (error) {
      // A worker has noted its progress, or its end, meanwhile.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
};

/** The parts written so far, each with a link. */
export const listExportParts = async (
  deps: Deps & WithObjects & WithCursors,
  caller: Caller,
  { exportId, id: runId }: Ids,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<ExportPart>> => {
  const { store, objects, cursors } = deps;
  const scope = {
    accountId: caller.accountId,
    operation: "listExportParts",
    filters: { id: runId, exportId },
  };
  const first = cursor === undefined ? 1 : Number(await cursors.read(scope, cursor));
  const record = await find(deps, caller, { id: runId, exportId });
  const parts = await store.exports.listParts(record, first, limit);
  const next = first + parts.length;
  const total = record.progress.parts;
  return {
    items: await Promise.all(
      parts.map(async ({ number, items, bytes, sha256 }) => {
        const path = partName(number, record.format);
        const url = await objects.signLink(`${folderOfExport(record)}${path}`, LINK_SECONDS);
        return { path, items, bytes, sha256, url };
      }),
    ),
    total,
    ...(parts.length > 0 && next <= total && { nextCursor: await cursors.issue(scope, String(next)) }),
  };
};
