import type { Export } from "../../contract/deliveries/exports.ts";
import type { ExportRecord } from "../../store/deliveries/exports.ts";
import { folderOf } from "../files/folders.ts";

export const MANIFEST = "manifest.json";

/** In the run's folder, so that the files are deleted with the run. */
export const folderOfExport = ({
  accountId,
  runId,
  id,
}: Pick<ExportRecord, "accountId" | "runId" | "id">): string =>
  `${folderOf("runs", accountId)}${runId}/exports/${id}/`;

/** The first worker that takes an export changes it. */
const statusOf = ({ status, turn }: ExportRecord): Export["status"] =>
  status === "pending" && turn > 0 ? "running" : status;

export const showExport = (record: ExportRecord): Export => {
  const { id, runId, flowId, format, totalItems, progress, error, createdAt, finishedAt, expiresAt } = record;
  return {
    id,
    runId,
    flowId,
    format,
    status: statusOf(record),
    totalItems,
    itemCount: progress.items,
    bytes: progress.bytes,
    partCount: progress.parts,
    error,
    createdAt,
    finishedAt,
    expiresAt,
  };
};
