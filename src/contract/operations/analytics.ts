import { Analytics, AnalyticsQuery } from "../analytics.ts";
import type { Operation } from "../operation.ts";

export const ANALYTICS_OPERATIONS = {
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
} as const satisfies Record<string, Operation>;
