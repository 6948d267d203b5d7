import * as z from "zod";
import { IdParams } from "../common.ts";
import { FlowDefinition, FlowPatch } from "../flows/flowDefinition.ts";
import { Flow, FlowCreated, FlowSummary, FlowUpdated, ListFlowsQuery } from "../flows/flows.ts";
import { FlowSecret, FlowSecretDeleted, PutFlowSecret, SecretParams } from "../flows/secrets.ts";
import { LIST_INDEXES, type Operation, RUN_QUEUES } from "../operation.ts";

export const listFlows = {
  method: "GET",
  path: "/flows",
  tag: "Flows",
  summary: "List flows, newest first",
  scope: "flows:read",
  query: ListFlowsQuery,
  success: { status: 200, description: "A page of flows.", list: FlowSummary },
  touches: { table: "read", indexes: LIST_INDEXES, secret: true },
} as const satisfies Operation;

export const createFlow = {
  method: "POST",
  path: "/flows",
  tag: "Flows",
  summary: "Create a flow",
  description:
    "A new flow is a draft. You can run it manually; its schedule starts once you set it to `active`. " +
    "A flow without steps collects whatever its page contains.",
  scope: "flows:write",
  body: FlowDefinition,
  success: {
    status: 201,
    description: "The flow was created as a draft.",
    data: FlowCreated,
    location: "/flows/{id}",
    etag: true,
  },
  errors: ["not-found", "conflict", "target-refused", "limit-reached"],
  touches: { table: "update", uploads: "keep" },
  timeoutSeconds: 28,
} as const satisfies Operation;

export const getFlow = {
  method: "GET",
  path: "/flows/{id}",
  tag: "Flows",
  summary: "Get a flow",
  scope: "flows:read",
  params: IdParams,
  success: { status: 200, description: "The flow.", data: Flow, etag: true },
  touches: { table: "read" },
} as const satisfies Operation;

export const updateFlow = {
  method: "PUT",
  path: "/flows/{id}",
  tag: "Flows",
  summary: "Update a flow",
  description:
    "A JSON merge patch (RFC 7396): only the fields you send change, objects are merged, null removes a field, arrays " +
    "are replaced. Setting one of a schedule's `cron` and `every` removes the other, and so does setting `urls` or `uploadId`. With " +
    "If-Match, the update only applies to that version of the flow.",
  scope: "flows:write",
  params: IdParams,
  body: FlowPatch,
  success: { status: 200, description: "The updated flow.", data: FlowUpdated, etag: true },
  errors: ["conflict", "version-mismatch", "target-refused", "unavailable"],
  touches: { table: "write", uploads: "keep" },
  timeoutSeconds: 28,
} as const satisfies Operation;

export const deleteFlow = {
  method: "DELETE",
  path: "/flows/{id}",
  tag: "Flows",
  summary: "Delete a flow",
  description:
    "Cancels the flow's queued and running runs. Its finished runs stay readable. With If-Match, only that version of the flow is " +
    "deleted.",
  scope: "flows:write",
  params: IdParams,
  success: {
    status: 200,
    description: "The flow was deleted.",
    bare: z.object({ message: z.string() }),
  },
  errors: ["version-mismatch", "unavailable"],
  touches: { table: "write", indexes: ["byBoth"], sends: [...RUN_QUEUES, "events"] },
  timeoutSeconds: 27,
} as const satisfies Operation;

export const putFlowSecret = {
  method: "PUT",
  path: "/flows/{id}/secrets/{name}",
  tag: "Flows",
  summary: "Set a flow's secret",
  description:
    "A `type` step types it for `{{secret.name}}`, only on the secret's `origins`. " +
    "It is encrypted, never shown, and masked in everything a run saves. Setting it again replaces the value.",
  scope: "flows:write",
  params: SecretParams,
  body: PutFlowSecret,
  success: { status: 200, description: "The secret was set.", data: FlowSecret },
  errors: ["limit-reached", "unavailable"],
  touches: { table: "update", secret: true },
} as const satisfies Operation;

export const deleteFlowSecret = {
  method: "DELETE",
  path: "/flows/{id}/secrets/{name}",
  tag: "Flows",
  summary: "Delete a flow's secret",
  scope: "flows:write",
  params: SecretParams,
  success: { status: 200, description: "The secret was deleted.", data: FlowSecretDeleted },
  errors: ["unavailable"],
  touches: { table: "update" },
} as const satisfies Operation;

export const FLOWS_OPERATIONS = {
  listFlows,
  createFlow,
  getFlow,
  updateFlow,
  deleteFlow,
  putFlowSecret,
  deleteFlowSecret,
};
