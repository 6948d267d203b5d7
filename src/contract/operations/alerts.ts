import { Alert, AlertsRead, ListAlertsQuery, UpdateAlert } from "../account/alerts.ts";
import { Deleted, IdParams } from "../common.ts";
import { LIST_INDEXES, type Operation } from "../operation.ts";

export const listAlerts = {
  method: "GET",
  path: "/alerts",
  tag: "Alerts",
  summary: "List alerts, newest first",
  scope: "alerts:read",
  query: ListAlertsQuery,
  success: { status: 200, description: "A page of alerts.", list: Alert },
  touches: { table: "read", indexes: LIST_INDEXES, secret: true },
} as const satisfies Operation;

export const getAlert = {
  method: "GET",
  path: "/alerts/{id}",
  tag: "Alerts",
  summary: "Get an alert",
  scope: "alerts:read",
  params: IdParams,
  success: { status: 200, description: "The alert.", data: Alert },
  touches: { table: "read" },
} as const satisfies Operation;

export const deleteAlert = {
  method: "DELETE",
  path: "/alerts/{id}",
  tag: "Alerts",
  summary: "Delete an alert",
  description: "No new alert is raised while its cause lasts.",
  scope: "alerts:write",
  params: IdParams,
  success: { status: 200, description: "The alert was deleted.", data: Deleted },
  touches: { table: "write" },
} as const satisfies Operation;

export const updateAlert = {
  method: "PUT",
  path: "/alerts/{id}",
  tag: "Alerts",
  summary: "Mark an alert read or unread",
  scope: "alerts:write",
  params: IdParams,
  body: UpdateAlert,
  success: { status: 200, description: "The alert.", data: Alert },
  touches: { table: "update" },
} as const satisfies Operation;

export const readAllAlerts = {
  method: "POST",
  path: "/alerts/read-all",
  tag: "Alerts",
  summary: "Mark all alerts read",
  scope: "alerts:write",
  success: { status: 200, description: "The number of alerts marked read.", data: AlertsRead },
  touches: { table: "update", indexes: ["bySecond"] },
  timeoutSeconds: 27,
} as const satisfies Operation;

export const ALERTS_OPERATIONS = {
  listAlerts,
  getAlert,
  deleteAlert,
  updateAlert,
  readAllAlerts,
};
