import { IdParams } from "../common.ts";
import { ImportBackup, ImportedFlows, MAX_IMPORT_BODY_BYTES } from "../flows/imports.ts";
import type { Operation } from "../operation.ts";
import {
  Change,
  FlowDataRecord,
  ListFlowChangesQuery,
  ListFlowRecordsQuery,
  RecordHistoryEntry,
  RecordHistoryParams,
  RecordHistoryQuery,
} from "../runs/changes.ts";

export const convertBackup = {
  method: "POST",
  path: "/imports",
  tag: "Monitors",
  summary: "Convert another tool's backup to flows",
  description:
    "Reads a backup of changedetection.io and returns each watch as a flow definition for POST /flows, with a list of " +
    "what could not be imported. Creates nothing. Notification addresses, credentials and earlier versions of pages are never imported.",
  scope: "flows:write",
  body: ImportBackup,
  maxBodyBytes: MAX_IMPORT_BODY_BYTES,
  success: { status: 200, description: "The flow definitions.", data: ImportedFlows },
  touches: { table: "update" },
  memoryMb: 1024,
  timeoutSeconds: 25,
} as const satisfies Operation;

export const listFlowChanges = {
  method: "GET",
  path: "/flows/{id}/changes",
  tag: "Monitors",
  summary: "List a monitor's changes, newest first",
  description:
    "One entry for each run that found changes. Failed runs have none. Differences that are taken for noise, such " +
    "as an age or a view counter, are counted in `noise` and listed with `noise=true`.",
  scope: "flows:read",
  params: IdParams,
  query: ListFlowChangesQuery,
  success: { status: 200, description: "A page of changes.", list: Change },
  touches: { table: "read", indexes: ["byFirst"], secret: true },
} as const satisfies Operation;

export const listFlowRecords = {
  method: "GET",
  path: "/flows/{id}/records",
  tag: "Monitors",
  summary: "Get a monitor's data at a point in time",
  description:
    "The records of the last good run before `at` (default: now), each with its key. Empty for a flow " +
    "that is not a monitor, and before the first good run.",
  scope: "flows:read",
  params: IdParams,
  query: ListFlowRecordsQuery,
  success: { status: 200, description: "A page of records.", list: FlowDataRecord },
  touches: { table: "read", objects: "read", secret: true },
} as const satisfies Operation;

export const getRecordHistory = {
  method: "GET",
  path: "/flows/{id}/records/{key}/history",
  tag: "Monitors",
  summary: "Get a record's history, newest first",
  description: "Empty if the record has not changed since the first run.",
  scope: "flows:read",
  params: RecordHistoryParams,
  query: RecordHistoryQuery,
  success: { status: 200, description: "A page of the record's history.", list: RecordHistoryEntry },
  touches: { table: "read", secret: true },
} as const satisfies Operation;

export const MONITORS_OPERATIONS = {
  convertBackup,
  listFlowChanges,
  listFlowRecords,
  getRecordHistory,
};
