import { IdParams } from "../common.ts";
import { CreateExport, Export, ExportParams, ExportPart, ListExportsQuery } from "../deliveries/exports.ts";
import type { Operation } from "../operation.ts";

export const createExport = {
  method: "POST",
  path: "/runs/{id}/exports",
  tag: "Runs",
  summary: "Export a run of any size",
  description:
    "Writes all items of a run that has ended into files, in the background, and a manifest that names them. Poll GET " +
    "/runs/{id}/exports/{exportId}, or listen for the event `export.completed`. The files can be downloaded for seven days. " +
    "For one file of a run of ordinary size, use GET /runs/{id}/export. An account can have a few unfinished exports " +
    "at a time: its plan says how many.",
  scope: "runs:read",
  params: IdParams,
  body: CreateExport,
  bodyIsOptional: true,
  success: {
    status: 202,
    description: "The pending export.",
    data: Export,
  },
  errors: ["conflict", "limit-reached"],
  touches: { table: "update", sends: ["exports"] },
} as const satisfies Operation;

export const listExports = {
  method: "GET",
  path: "/runs/{id}/exports",
  tag: "Runs",
  summary: "List a run's exports, newest first",
  description: "Exports that have not ended, and those that ended in the last seven days.",
  scope: "runs:read",
  params: IdParams,
  query: ListExportsQuery,
  success: { status: 200, description: "A page of exports.", list: Export },
  touches: { table: "read", indexes: ["byFirst"], secret: true },
} as const satisfies Operation;

export const getExport = {
  method: "GET",
  path: "/runs/{id}/exports/{exportId}",
  tag: "Runs",
  summary: "Get an export",
  description: "How far it is and, once it is completed, a link to its manifest.",
  scope: "runs:read",
  params: ExportParams,
  success: { status: 200, description: "The export.", data: Export },
  touches: { table: "read", objects: "read" },
} as const satisfies Operation;

export const cancelExport = {
  method: "POST",
  path: "/runs/{id}/exports/{exportId}/cancel",
  tag: "Runs",
  summary: "Cancel an unfinished export",
  description:
    "It stops after the file that is being written, and makes room for another one. The files written so far can be downloaded " +
    "for seven days, but there is no manifest.",
  scope: "runs:read",
  params: ExportParams,
  success: { status: 200, description: "The cancelled export.", data: Export },
  errors: ["conflict"],
  touches: { table: "update", sends: ["events"] },
} as const satisfies Operation;

export const listExportParts = {
  method: "GET",
  path: "/runs/{id}/exports/{exportId}/parts",
  tag: "Runs",
  summary: "List the files of an export",
  description:
    "In the order of the items, each with a link that is valid for 15 minutes. A running export lists those written so far.",
  scope: "runs:read",
  params: ExportParams,
  query: ListExportsQuery,
  success: { status: 200, description: "A page of files.", list: ExportPart },
  touches: { table: "read", objects: "read", secret: true },
} as const satisfies Operation;

export const EXPORTS_OPERATIONS = {
  createExport,
  listExports,
  getExport,
  cancelExport,
  listExportParts,
};
