import { AuditEntry, ListAuditQuery } from "../journal.ts";
import type { Operation } from "../operation.ts";

export const AUDIT_OPERATIONS = {
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
} as const satisfies Record<string, Operation>;
