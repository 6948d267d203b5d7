/** Records of webhooks and destinations used in the examples of the operations; see `examples.ts`. */
import { CHANGED_AT, CREATED_AT, DESTINATION_ID, FLOW_ID, RUN_ID, WEBHOOK_ID } from "./exampleRecords.ts";

export const webhook = {
  id: WEBHOOK_ID,
  url: "https://hooks.example/gleaner",
  format: "json" as const,
  minSeverity: null,
  quietHours: null,
  events: ["run.completed", "run.failed"] as "run.completed"[],
  active: true,
  createdAt: CREATED_AT,
};

export const destination = {
  id: DESTINATION_ID,
  name: "Data lake",
  target: {
    type: "s3" as const,
    region: "eu-central-1",
    bucket: "shop-data",
    prefix: "gleaner",
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: "…",
  },
  flowIds: null,
  content: "items" as const,
  format: "ndjson" as const,
  active: true,
  createdAt: CREATED_AT,
};

export const destinationDelivery = {
  id: "dlv-17952408620004445551795240800000333444",
  destinationId: DESTINATION_ID,
  flowId: FLOW_ID,
  runId: RUN_ID,
  status: "succeeded" as const,
  itemCount: 2,
  note: null,
  attempts: [{ timestamp: CHANGED_AT, httpStatus: null, duration: 83, error: null, reply: null }],
  nextAttemptAt: null,
  createdAt: CHANGED_AT,
};

export const secretOfWebhook = "whsec_RVhBTVBMRUVYQU1QTEVFWEFNUExFRVhBTVBMRUU=";

export const delivery = {
  id: "dlv-17952408620004445551795240800000222333",
  webhookId: WEBHOOK_ID,
  eventId: "evt-1795240862000444555",
  event: "run.completed",
  status: "succeeded" as const,
  attempts: [{ timestamp: CHANGED_AT, httpStatus: 204, duration: 83, error: null, reply: "" }],
  nextAttemptAt: null,
  createdAt: CHANGED_AT,
};
