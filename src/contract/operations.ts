import * as z from "zod";
import { Alert, AlertsRead, ListAlertsQuery, UpdateAlert } from "./alerts.ts";
import { Analytics, AnalyticsQuery } from "./analytics.ts";
import { IdParams } from "./common.ts";
import {
  Flow,
  FlowCreated,
  FlowDefinition,
  FlowPatch,
  FlowSummary,
  FlowUpdated,
  ListFlowsQuery,
} from "./flows.ts";
import { Health } from "./health.ts";
import { ActivityEntry, AuditEntry, ListActivityQuery, ListAuditQuery } from "./journal.ts";
import { ApiKey, CreateKey, KeyRevoked, ListKeysQuery, RotateKey } from "./keys.ts";
import type { Operation } from "./operation.ts";
import { CreateRun, Item, ListRunItemsQuery, ListRunsQuery, Run, RunSummary, TriggerRun } from "./runs.ts";

/** Every operation of the API, by its name: function file, `operationId` and client method. */
export const OPERATIONS = {
  getHealth: {
    method: "GET",
    path: "/health",
    tag: "Health",
    summary: "Tell whether the service and its parts are up",
    scope: null,
    success: { status: 200, description: "The state of each part.", bare: Health },
    touches: { table: "read", sends: ["runs"] },
  },

  listFlows: {
    method: "GET",
    path: "/flows",
    tag: "Flows",
    summary: "List flows, newest first",
    scope: "flows:read",
    query: ListFlowsQuery,
    success: { status: 200, description: "A page of flows.", list: FlowSummary },
    touches: { table: "read", secret: true },
  },
  createFlow: {
    method: "POST",
    path: "/flows",
    tag: "Flows",
    summary: "Create a flow",
    description:
      "A new flow is a draft: it can be run by hand, and starts to run on its schedule once it is set active. " +
      "A flow without steps collects what its page holds.",
    scope: "flows:write",
    body: FlowDefinition,
    success: { status: 201, description: "The flow was created as a draft.", data: FlowCreated },
    errors: ["target-refused"],
    touches: { table: "write" },
  },
  getFlow: {
    method: "GET",
    path: "/flows/{id}",
    tag: "Flows",
    summary: "Get a flow",
    scope: "flows:read",
    params: IdParams,
    success: { status: 200, description: "The flow.", data: Flow },
    touches: { table: "read" },
  },
  updateFlow: {
    method: "PUT",
    path: "/flows/{id}",
    tag: "Flows",
    summary: "Change a flow",
    description:
      "A merge-patch (RFC 7396): only the supplied fields change, objects merge by key, null removes, arrays " +
      "are replaced. With If-Match, the change is made only to that version of the flow.",
    scope: "flows:write",
    params: IdParams,
    body: FlowPatch,
    success: { status: 200, description: "The flow was changed.", data: FlowUpdated },
    errors: ["version-mismatch", "target-refused", "conflict"],
    touches: { table: "write" },
  },
  deleteFlow: {
    method: "DELETE",
    path: "/flows/{id}",
    tag: "Flows",
    summary: "Delete a flow",
    description: "Cancels the flow's queued runs. Its finished runs stay readable.",
    scope: "flows:write",
    params: IdParams,
    success: {
      status: 200,
      description: "The flow was deleted.",
      bare: z.object({ message: z.string() }),
    },
    errors: ["conflict"],
    touches: { table: "write", sends: ["runs"] },
    timeoutSeconds: 27,
  },

  listRuns: {
    method: "GET",
    path: "/runs",
    tag: "Runs",
    summary: "List runs, newest first",
    scope: "runs:read",
    query: ListRunsQuery,
    success: { status: 200, description: "A page of runs.", list: RunSummary },
    touches: { table: "read", secret: true },
  },
  createRun: {
    method: "POST",
    path: "/runs",
    tag: "Runs",
    summary: "Run a flow",
    description: "The run is queued and starts as soon as one of the account's concurrent runs is free.",
    scope: "runs:write",
    body: CreateRun,
    success: { status: 202, description: "The run is queued.", data: RunSummary },
    errors: ["not-found"],
    touches: { table: "write", sends: ["runs"] },
  },
  triggerRun: {
    method: "POST",
    path: "/runs/trigger",
    tag: "Runs",
    summary: "Run a flow and note what set it off",
    scope: "runs:write",
    body: TriggerRun,
    success: { status: 202, description: "The run is queued.", data: RunSummary },
    errors: ["not-found"],
    touches: { table: "write", sends: ["runs"] },
  },
  getRun: {
    method: "GET",
    path: "/runs/{id}",
    tag: "Runs",
    summary: "Get a run with its log and a preview of its items",
    scope: "runs:read",
    params: IdParams,
    success: { status: 200, description: "The run.", data: Run },
    touches: { table: "read" },
  },
  cancelRun: {
    method: "POST",
    path: "/runs/{id}/cancel",
    tag: "Runs",
    summary: "Cancel a queued or running run",
    description: "What the run has collected so far stays readable.",
    scope: "runs:write",
    params: IdParams,
    success: { status: 200, description: "The run is cancelled.", data: RunSummary },
    errors: ["conflict"],
    touches: { table: "write", sends: ["runs"] },
  },
  listRunItems: {
    method: "GET",
    path: "/runs/{id}/items",
    tag: "Runs",
    summary: "Read what a run collected",
    description:
      "As pages of JSON (at most 4 MB each), or as one file: `format=ndjson` and `format=csv` answer 303 to a " +
      "link that is valid for 15 minutes. A running run gives what it has collected so far.",
    scope: "runs:read",
    params: IdParams,
    query: ListRunItemsQuery,
    success: {
      status: 200,
      description: "A page of items.",
      list: Item,
      redirect: "The export is ready at the address in the Location header.",
    },
    errors: ["timeout"],
    touches: { table: "read", objects: "write", secret: true },
    memoryMb: 1024,
    timeoutSeconds: 28,
  },

  listKeys: {
    method: "GET",
    path: "/keys",
    tag: "API keys",
    summary: "List API keys, newest first",
    scope: "keys:read",
    query: ListKeysQuery,
    success: { status: 200, description: "A page of keys, masked.", list: ApiKey },
    touches: { table: "read", secret: true },
  },
  createKey: {
    method: "POST",
    path: "/keys",
    tag: "API keys",
    summary: "Create an API key",
    description:
      "The answer shows the full key, this once. A key cannot be given a scope that the calling key lacks.",
    scope: "keys:write",
    body: CreateKey,
    success: { status: 201, description: "The key was created.", data: ApiKey },
    showsSecret: true,
    touches: { table: "write" },
  },
  rotateKey: {
    method: "POST",
    path: "/keys/{id}/rotate",
    tag: "API keys",
    summary: "Replace an API key by a new one",
    description:
      "The answer shows the new key, this once. It has the old one's name and scopes; the old key works on " +
      "for `overlapSeconds`, then expires.",
    scope: "keys:write",
    params: IdParams,
    body: RotateKey,
    success: { status: 201, description: "The new key.", data: ApiKey },
    showsSecret: true,
    errors: ["conflict"],
    touches: { table: "write" },
  },
  revokeKey: {
    method: "DELETE",
    path: "/keys/{id}",
    tag: "API keys",
    summary: "Revoke an API key",
    description: "It stops working at once. The last key that may write keys cannot be revoked.",
    scope: "keys:write",
    params: IdParams,
    success: { status: 200, description: "The key was revoked.", data: KeyRevoked },
    errors: ["conflict"],
    touches: { table: "write" },
  },

  listAlerts: {
    method: "GET",
    path: "/alerts",
    tag: "Alerts",
    summary: "List alerts, newest first",
    scope: "alerts:read",
    query: ListAlertsQuery,
    success: { status: 200, description: "A page of alerts.", list: Alert },
    touches: { table: "read", secret: true },
  },
  updateAlert: {
    method: "PUT",
    path: "/alerts/{id}",
    tag: "Alerts",
    summary: "Mark an alert read or unread",
    scope: "alerts:write",
    params: IdParams,
    body: UpdateAlert,
    success: { status: 200, description: "The alert.", data: Alert },
    touches: { table: "write" },
  },
  readAllAlerts: {
    method: "POST",
    path: "/alerts/read-all",
    tag: "Alerts",
    summary: "Mark all alerts read",
    scope: "alerts:write",
    success: { status: 200, description: "How many were unread.", data: AlertsRead },
    touches: { table: "write" },
    timeoutSeconds: 27,
  },

  getAnalytics: {
    method: "GET",
    path: "/analytics",
    tag: "Analytics",
    summary: "Sums and days of a period",
    description: "Days are UTC days; a run counts on the day on which it was started.",
    scope: "analytics:read",
    query: AnalyticsQuery,
    success: { status: 200, description: "The period, today included.", data: Analytics },
    touches: { table: "read" },
  },

  listAudit: {
    method: "GET",
    path: "/audit",
    tag: "Audit",
    summary: "List what was changed, by whom, newest first",
    scope: "audit:read",
    query: ListAuditQuery,
    success: { status: 200, description: "A page of audit entries.", list: AuditEntry },
    touches: { table: "read", secret: true },
  },
  listActivity: {
    method: "GET",
    path: "/activity",
    tag: "Activity",
    summary: "List what happened, newest first",
    scope: "activity:read",
    query: ListActivityQuery,
    success: { status: 200, description: "A page of activity entries.", list: ActivityEntry },
    touches: { table: "read", secret: true },
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

/** The rows as plain `Operation`s, for code that treats all alike. */
export const operationEntries = (): [OperationName, Operation][] =>
  Object.entries(OPERATIONS) as [OperationName, Operation][];
