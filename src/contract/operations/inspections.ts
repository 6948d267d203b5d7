import { IdParams } from "../common.ts";
import { Inspection, InspectRequest } from "../extraction/inspections.ts";
import { type Operation, READING_ERRORS } from "../operation.ts";

export const createInspection = {
  method: "POST",
  path: "/inspections",
  tag: "Extraction",
  summary: "Inspect a page to point at what you want",
  description:
    "Opens the page in a browser and returns a picture of it, the elements a person can point at and the lists of repeated " +
    "records. Send the elements you want to POST /generate as `picks`. The inspection is deleted after an hour. " +
    "If it takes longer than 20 seconds the status is 202; poll GET /inspections/{id} until it has ended.",
  scope: "extract:write",
  body: InspectRequest,
  success: {
    status: 200,
    description: "The inspected page.",
    data: Inspection,
    location: "/inspections/{id}",
    unfinished: "The inspection is still running.",
  },
  errors: [...READING_ERRORS, "quota-exceeded", "not-configured", "not-found"],
  touches: { table: "update", objects: "read", secret: true, calls: ["inspectPage"] },
  timeoutSeconds: 28,
} as const satisfies Operation;

export const getInspection = {
  method: "GET",
  path: "/inspections/{id}",
  tag: "Extraction",
  summary: "Get an inspection",
  scope: "extract:write",
  params: IdParams,
  success: { status: 200, description: "The inspection.", data: Inspection },
  touches: { table: "read", objects: "read", secret: true },
} as const satisfies Operation;

export const INSPECTIONS_OPERATIONS = {
  createInspection,
  getInspection,
};
