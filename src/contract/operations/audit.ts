import { AuditEntry, ListAuditQuery } from "../account/journal.ts";
import type { Operation } from "../operation.ts";

export const listAudit = {
  method: "GET",
  path: "/audit",
  tag: "Audit",
  summary: "List audit log entries, newest first",
  description: "Filter by time with `from` and `to`. A shorter range is faster.",
  scope: "audit:read",
  query: ListAuditQuery,
  success: { status: 200, description: "A page of audit entries.", list: AuditEntry },
  touches: { table: "read", secret: true },
  timeoutSeconds: 28,
} as const satisfies Operation;

export const AUDIT_OPERATIONS = {
  listAudit,
};
