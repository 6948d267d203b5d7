import { type Client, ConflictError, type Export, isExportOver } from "../client/index.ts";
import type { Progress } from "./progress.ts";

/** Below the 60 seconds after which most agents' programs give up on a tool. */
const MAX_WAIT_MS = 45_000;
const POLL_INTERVAL_MS = 1_000;
/** Links are long: more files are named by the manifest, and listed page by page. */
const LISTED_FILES = 10;

/** @param hasMore whether there are files after those that are listed */
const nextStep = (found: Export, hasMore = false): string => {
  if (!isExportOver(found))
    return "The export is still being written. Call get_export to keep waiting, or cancel_export to stop it.";
  const links = hasMore
    ? "Each link needs no key and works for 15 minutes. More files: get_export with nextCursor."
    : "Each link needs no key and works for 15 minutes; get_export gives new ones.";
  return found.status === "completed"
    ? links
    : `The export is ${found.status}: it has only the files written before, and no manifest. export_run starts another one. ${links}`;
};

const showExport = async (client: Client, found: Export, cursor: string | undefined, signal: AbortSignal) => {
  const { flowId: _flow, createdAt: _made, finishedAt: _ended, ...shown } = found;
  const { id, runId } = found;
  if (!isExportOver(found)) return { ...shown, next: nextStep(found) };
  const page = { limit: LISTED_FILES, ...(cursor !== undefined && { cursor }) };
  const { data, nextCursor } = await client.runs.listExportParts(runId, id, page, { signal });
  return { ...shown, files: data, nextCursor, next: nextStep(found, nextCursor !== undefined) };
};

/** The export once it has ended, with links to its files, or its current state after the longest wait. */
export const awaitExport = async (
  client: Client,
  { runId, exportId, cursor }: { runId: string; exportId: string; cursor?: string | undefined },
  { signal, tell }: Progress,
) => {
  const found = await client.runs.waitForExport(runId, exportId, {
    signal,
    intervalMs: POLL_INTERVAL_MS,
    timeoutMs: MAX_WAIT_MS,
    onLook: (current) => {
      if (!isExportOver(current))
        tell(`${exportId}: ${current.itemCount} of ${current.totalItems} items are written`);
    },
  });
  return showExport(client, found, cursor, signal);
};

/** Cancels an export. One that has already ended is returned unchanged: being too late is no error. */
export const cancelExport = async (client: Client, runId: string, exportId: string, signal: AbortSignal) => {
  try {
    return await showExport(
      client,
      await client.runs.cancelExport(runId, exportId, { signal }),
      undefined,
      signal,
    );
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const found = await client.runs.getExport(runId, exportId, { signal });
    if (!isExportOver(found)) throw error;
    const shown = await showExport(client, found, undefined, signal);
    return {
      ...shown,
      next: `The export had already ended (${found.status}): nothing was cancelled. ${shown.next}`,
    };
  }
};
