import { Analytics, AnalyticsQuery } from "../account/analytics.ts";
import type { Operation } from "../operation.ts";

export const getAnalytics = {
  method: "GET",
  path: "/analytics",
  tag: "Analytics",
  summary: "Get usage totals and daily figures",
  description: "Days are in UTC. A run counts on the day it was started.",
  scope: "analytics:read",
  query: AnalyticsQuery,
  success: { status: 200, description: "The period, including today.", data: Analytics },
  touches: { table: "read" },
} as const satisfies Operation;

export const ANALYTICS_OPERATIONS = {
  getAnalytics,
};
