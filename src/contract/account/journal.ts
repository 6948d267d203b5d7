/** Records of what happened in an account: the audit log, for auditors, and the activity feed, for users. */
import * as z from "zod";
import { pageQuery, rangeQuery, Timestamp } from "../common.ts";

/** Days for which the audit entries of runs that API keys have started are kept, unless the operator sets another number. */
export const RUN_AUDIT_DAYS = 400;

export const AuditEntry = z.object({
  id: z.string(),
  action: z.string().describe("Name of the action, such as `flow.created`."),
  userId: z.string().describe("The person, or the one whose key was used, or `system`."),
  email: z
    .string()
    .nullable()
    .describe("The email address of that person; null for `system`, and once the person has been erased."),
  resource: z.string().describe("Id of the affected record."),
  timestamp: Timestamp,
  metadata: z
    .record(z.string(), z.unknown())
    .describe(
      "The caller's key or session, IP address and request id, and the names of changed fields. Never contains secrets.",
    ),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const ListAuditQuery = z.strictObject({
  action: z.string().min(1).max(100).optional().describe("Name of the action, such as `flow.created`."),
  resource: z.string().min(1).max(128).optional().describe("Id of the affected record."),
  ...rangeQuery,
  ...pageQuery(50),
});

export const ActivityEntry = z.object({
  id: z.string(),
  type: z.string().describe("Type of the event, such as `run.completed`."),
  message: z.string().describe("A readable summary."),
  flowId: z.string().nullable(),
  by: z
    .string()
    .nullable()
    .describe("The email address of the person who did it; null for the service itself."),
  timestamp: Timestamp,
});
export type ActivityEntry = z.infer<typeof ActivityEntry>;

export const ListActivityQuery = z.strictObject(pageQuery(20));
