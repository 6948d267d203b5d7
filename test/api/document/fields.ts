/** The service document's answers, field by field. */
import type { Kind } from "./kinds.ts";

type Fields = Readonly<Record<string, Kind>>;

export const MODES = ["extract", "interact", "monitor"];
export const FLOW_STATUSES = ["active", "paused", "draft", "error"];
export const RUN_STATUSES = ["queued", "running", "completed", "failed", "cancelled"];
export const SEVERITIES = ["info", "warning", "critical"];

export const FLOW_SUMMARY: Fields = {
  id: "string",
  name: "string",
  status: FLOW_STATUSES,
  mode: MODES,
  url: "string",
  successRate: "percentage",
  totalRuns: "integer",
  createdAt: "timestamp",
};
export const FLOW_CREATED: Fields = {
  id: "string",
  name: "string",
  status: ["draft"],
  createdAt: "timestamp",
};
export const FLOW: Fields = {
  id: "string",
  name: "string",
  description: "string",
  url: "string",
  mode: MODES,
  status: FLOW_STATUSES,
  steps: "array of objects",
  outputSchema: "object",
  successRate: "percentage",
  totalRuns: "integer",
};
export const FLOW_UPDATED: Fields = {
  id: "string",
  name: "string",
  status: FLOW_STATUSES,
  updatedAt: "timestamp",
};
export const RUN_SUMMARY: Fields = {
  id: "string",
  flowId: "string",
  flowName: "string",
  status: RUN_STATUSES,
  startedAt: "timestamp",
  duration: "number",
  itemsExtracted: "integer",
  cost: "number",
};
export const RUN_CREATED: Fields = {
  id: "string",
  flowId: "string",
  flowName: "string",
  status: ["queued"],
  startedAt: "timestamp",
  cost: "number",
};
export const RUN: Fields = {
  id: "string",
  flowId: "string",
  status: RUN_STATUSES,
  duration: "number",
  itemsExtracted: "integer",
  logs: "array of objects",
  outputPreview: "array",
};
export const RUN_TRIGGERED: Fields = {
  id: "string",
  flowId: "string",
  status: ["queued"],
  trigger: "string",
  startedAt: "timestamp",
};
export const LOG_ENTRY: Fields = { timestamp: "timestamp", level: "string", message: "string" };
export const EXTRACTION: Fields = {
  url: "string",
  extractedAt: "timestamp",
  itemCount: "integer",
  items: "array of objects",
};
export const GENERATED: Fields = {
  name: "string",
  description: "string",
  url: "string",
  mode: MODES,
  steps: "array of objects",
  outputSchema: "object",
};
export const API_KEY: Fields = {
  id: "string",
  name: "string",
  key: "string",
  createdAt: "timestamp",
  scopes: "array of strings",
};
export const ALERT: Fields = {
  id: "string",
  type: "string",
  severity: SEVERITIES,
  flowId: "string or null",
  message: "string",
  read: "boolean",
  createdAt: "timestamp",
};
export const ANALYTICS: Fields = {
  totalRuns: "integer",
  successRate: "percentage",
  totalCost: "number",
  dataPointsExtracted: "integer",
  dailyBreakdown: "array of objects",
};
export const DAY: Fields = { date: "string", runs: "integer", success: "integer", cost: "number" };
export const AUDIT_ENTRY: Fields = {
  id: "string",
  action: "string",
  userId: "string",
  resource: "string",
  timestamp: "timestamp",
  metadata: "object",
};
export const ACTIVITY_ENTRY: Fields = {
  id: "string",
  type: "string",
  message: "string",
  flowId: "string or null",
  timestamp: "timestamp",
};
export const CHECKOUT: Fields = { url: "string", sessionId: "string" };
export const EMAIL: Fields = { id: "string", status: ["sent"] };
export const HEALTH: Fields = { status: "string", services: "object", version: "string", uptime: "number" };
export const SERVICES: Fields = {
  api: "string",
  database: "string",
  scraping_engine: "string",
  ai: "string",
};
export const SCREENSHOT: Fields = {
  url: "string",
  screenshotUrl: "string",
  width: "integer",
  height: "integer",
  capturedAt: "timestamp",
};
export const TICKET_CREATED: Fields = {
  id: "string",
  subject: "string",
  status: ["open"],
  priority: "string",
  createdAt: "timestamp",
};
export const WEBHOOK: Fields = {
  id: "string",
  url: "string",
  events: "array of strings",
  active: "boolean",
  createdAt: "timestamp",
};
