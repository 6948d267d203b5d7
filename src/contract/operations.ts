import type { Operation } from "./operation.ts";
import { ACCOUNT_OPERATIONS } from "./operations/account.ts";
import { ACTIVITY_OPERATIONS } from "./operations/activity.ts";
import { ALERTS_OPERATIONS } from "./operations/alerts.ts";
import { ANALYTICS_OPERATIONS } from "./operations/analytics.ts";
import { AUDIT_OPERATIONS } from "./operations/audit.ts";
import { BILLING_OPERATIONS } from "./operations/billing.ts";
import { DESTINATIONS_OPERATIONS } from "./operations/destinations.ts";
import { EMAIL_OPERATIONS } from "./operations/email.ts";
import { EXPORTS_OPERATIONS } from "./operations/exports.ts";
import { EXTRACTION_OPERATIONS } from "./operations/extraction.ts";
import { FIRECRAWL_OPERATIONS } from "./operations/firecrawl.ts";
import { FLOWS_OPERATIONS } from "./operations/flows.ts";
import { HEALTH_OPERATIONS } from "./operations/health.ts";
import { INSPECTIONS_OPERATIONS } from "./operations/inspections.ts";
import { KEYS_OPERATIONS } from "./operations/keys.ts";
import { LINKS_OPERATIONS } from "./operations/links.ts";
import { MONITORS_OPERATIONS } from "./operations/monitors.ts";
import { PEOPLE_OPERATIONS } from "./operations/people.ts";
import { PREVIEWS_OPERATIONS } from "./operations/previews.ts";
import { RUNS_OPERATIONS } from "./operations/runs.ts";
import { SCREENSHOTS_OPERATIONS } from "./operations/screenshots.ts";
import { SESSIONS_OPERATIONS } from "./operations/sessions.ts";
import { SSO_OPERATIONS } from "./operations/sso.ts";
import { TICKETS_OPERATIONS } from "./operations/tickets.ts";
import { WEBHOOKS_OPERATIONS } from "./operations/webhooks.ts";

/** Every operation of the API by name, which is also its function file, `operationId` and client method. */
export const OPERATIONS = {
  ...HEALTH_OPERATIONS,
  ...FLOWS_OPERATIONS,
  ...SESSIONS_OPERATIONS,
  ...PREVIEWS_OPERATIONS,
  ...SCREENSHOTS_OPERATIONS,
  ...MONITORS_OPERATIONS,
  ...LINKS_OPERATIONS,
  ...RUNS_OPERATIONS,
  ...EXPORTS_OPERATIONS,
  ...EXTRACTION_OPERATIONS,
  ...INSPECTIONS_OPERATIONS,
  ...KEYS_OPERATIONS,
  ...ALERTS_OPERATIONS,
  ...ANALYTICS_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...ACTIVITY_OPERATIONS,
  ...TICKETS_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...SSO_OPERATIONS,
  ...WEBHOOKS_OPERATIONS,
  ...DESTINATIONS_OPERATIONS,
  ...BILLING_OPERATIONS,
  ...EMAIL_OPERATIONS,
  ...FIRECRAWL_OPERATIONS,
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

/** The rows as plain `Operation`s, for code that treats all of them the same. */
export const operationEntries = (): [OperationName, Operation][] =>
  Object.entries(OPERATIONS) as [OperationName, Operation][];
