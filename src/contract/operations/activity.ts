import { ActivityEntry, ListActivityQuery } from "../account/journal.ts";
import type { Operation } from "../operation.ts";

export const listActivity = {
  method: "GET",
  path: "/activity",
  tag: "Activity",
  summary: "List activity, newest first",
  scope: "activity:read",
  query: ListActivityQuery,
  success: { status: 200, description: "A page of activity entries.", list: ActivityEntry },
  touches: { table: "read", secret: true },
} as const satisfies Operation;

export const ACTIVITY_OPERATIONS = {
  listActivity,
};
