import { type Client, type Export, isExportOver } from "../client/index.ts";
import type { LongWork } from "./longWork.ts";

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

interface WhichExport {
  readonly runId: string;
  readonly exportId: string;
  /** From which file on its files are listed. */
  readonly cursor?: string | undefined;
}

export const exportWork = (
  client: Client,
  { runId, exportId, cursor }: WhichExport,
): LongWork<Export, Awaited<ReturnType<typeof showExport>>> => ({
  kind: "export",
  isOver: isExportOver,
  progressOf: ({ itemCount, totalItems }) => `${exportId}: ${itemCount} of ${totalItems} items are written`,
  get: (signal) => client.runs.getExport(runId, exportId, { signal }),
  wait: (options) => client.runs.waitForExport(runId, exportId, options),
  cancel: (signal) => client.runs.cancelExport(runId, exportId, { signal }),
  show: (found, signal) => showExport(client, found, cursor, signal),
});
