/** Exports of runs of any size: waited for, and read file by file. */

import type { CallOptions } from "./calls.ts";
import { apiErrorOf } from "./errors.ts";
import type { CreateExport, Export, ExportPart, Operations } from "./generated.ts";
import { callOf, type PollOptions, pollUntil } from "./poll.ts";

export interface ExportWaitOptions extends PollOptions<Export> {
  /** Time between two polls (default 1000). */
  readonly intervalMs?: number;
}

/** A file of an export. */
export interface ExportFile {
  readonly part: ExportPart;
  /** Opens the file, to be streamed. The link is opened without the API key. */
  readonly open: () => Promise<Response>;
}

type ExportOperations = Pick<Operations, "createExport" | "getExport" | "listExportParts">;

const DEFAULT_INTERVAL_MS = 1_000;
/** Links are valid for 15 minutes: few are asked for at a time, shortly before they are opened. */
const LINKS_AT_ONCE = 5;

/** Whether an export has ended, in any way: it no longer changes. */
export const isExportOver = ({ status }: Pick<Export, "status">): boolean =>
  status !== "pending" && status !== "running";

/** Waits for an export's end, or returns its state after `timeoutMs`. @throws the signal's reason if it is aborted */
export const waitForExport = (
  { getExport }: Pick<ExportOperations, "getExport">,
  runId: string,
  exportId: string,
  { intervalMs = DEFAULT_INTERVAL_MS, ...options }: ExportWaitOptions & CallOptions = {},
): Promise<Export> =>
  pollUntil<Export>(isExportOver, (call) => getExport(runId, exportId, call), intervalMs, options);

/**
 * Exports a run and waits for the export's end, or returns its state after `timeoutMs`.
 *
 * @throws the signal's reason if it is aborted; the export itself continues
 */
export const createExportAndWait = async (
  operations: ExportOperations,
  runId: string,
  body: CreateExport,
  options: ExportWaitOptions & CallOptions = {},
): Promise<Export> => {
  const { id } = await operations.createExport(runId, body, callOf(options));
  return waitForExport(operations, runId, id, options);
};

const openFile = async (url: string, signal: AbortSignal | undefined): Promise<Response> => {
  const file = await fetch(url, signal ? { signal } : {});
  if (file.ok) return file;
  throw apiErrorOf({ status: file.status, headers: file.headers, body: await file.text() });
};

/** The files of an export, in the order of the items. */
export const exportFiles = async function* (
  { listExportParts }: ExportOperations,
  runId: string,
  exportId: string,
  { signal }: CallOptions = {},
): AsyncGenerator<ExportFile> {
  const parts = listExportParts(runId, exportId, { limit: LINKS_AT_ONCE }, signal ? { signal } : {});
  for await (const part of parts) yield { part, open: () => openFile(part.url, signal) };
};
