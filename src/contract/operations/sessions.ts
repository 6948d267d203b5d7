import { IdParams } from "../common.ts";
import { FlowSession, FlowSessionDeleted, PutFlowSession, SESSION_DAYS } from "../flows/sessions.ts";
import type { Operation } from "../operation.ts";

export const getFlowSession = {
  method: "GET",
  path: "/flows/{id}/session",
  tag: "Flows",
  summary: "Get a flow's session",
  description: "What is kept of it, and since when. The values of cookies are never shown.",
  scope: "flows:read",
  params: IdParams,
  success: { status: 200, description: "The session.", data: FlowSession },
  touches: { table: "read" },
} as const satisfies Operation;

export const putFlowSession = {
  method: "PUT",
  path: "/flows/{id}/session",
  tag: "Flows",
  summary: "Import cookies into a flow's session",
  description:
    'Replaces the session of a flow that has `session` set to `{"keep": true}` with cookies from a browser, which is ' +
    `signed in. They are encrypted, used on the flow's site only, and kept for ${SESSION_DAYS} days.`,
  scope: "flows:write",
  params: IdParams,
  body: PutFlowSession,
  success: { status: 200, description: "The cookies were imported.", data: FlowSession },
  errors: ["conflict", "unavailable"],
  touches: { table: "update", secret: true },
} as const satisfies Operation;

export const deleteFlowSession = {
  method: "DELETE",
  path: "/flows/{id}/session",
  tag: "Flows",
  summary: "Clear a flow's session",
  description:
    "Its next run starts signed out. Runs that have stopped signing in after too many failures try again.",
  scope: "flows:write",
  params: IdParams,
  success: { status: 200, description: "The session was cleared.", data: FlowSessionDeleted },
  errors: ["unavailable"],
  touches: { table: "write" },
} as const satisfies Operation;

export const SESSIONS_OPERATIONS = {
  getFlowSession,
  putFlowSession,
  deleteFlowSession,
};
