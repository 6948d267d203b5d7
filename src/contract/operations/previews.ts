import { IdParams } from "../common.ts";
import { type Operation, RUN_QUEUES } from "../operation.ts";
import { CreatePreview, FlowPreview } from "../runs/previews.ts";

export const createPreview = {
  method: "POST",
  path: "/previews",
  tag: "Flows",
  summary: "Preview a flow without storing it",
  description:
    "Runs a flow definition on up to 3 pages and 20 items. Poll GET /previews/{id} until it has finished. A preview counts " +
    "toward the month's runs and cost, but is not a run: it is not listed, is not part of the analytics or the activity feed, " +
    "and sends no events. It is deleted after an hour.",
  scope: "extract:write",
  body: CreatePreview,
  success: {
    status: 202,
    description: "The queued preview.",
    data: FlowPreview,
    location: "/previews/{id}",
  },
  errors: ["target-refused", "not-found", "quota-exceeded", "unavailable"],
  touches: { table: "update", sends: RUN_QUEUES },
  timeoutSeconds: 28,
} as const satisfies Operation;

export const getPreview = {
  method: "GET",
  path: "/previews/{id}",
  tag: "Flows",
  summary: "Get a preview with its items and log",
  scope: "extract:write",
  params: IdParams,
  success: { status: 200, description: "The preview.", data: FlowPreview },
  touches: { table: "read", objects: "read", secret: true },
} as const satisfies Operation;

export const PREVIEWS_OPERATIONS = {
  createPreview,
  getPreview,
};
