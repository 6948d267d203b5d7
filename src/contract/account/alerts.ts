import * as z from "zod";
import { pageQuery, Timestamp } from "../common.ts";

export const ALERT_TYPES = [
  "change_detected",
  "run_failed",
  "flow_error",
  "selector_broken",
  "webhook_disabled",
  "destination_failing",
  "quota_near",
  "quota_exceeded",
  "budget_stopped",
  "data_quality",
] as const;
export const AlertType = z.enum(ALERT_TYPES);
export type AlertType = z.infer<typeof AlertType>;

export const AlertSeverity = z.enum(["info", "warning", "critical"]);
export type AlertSeverity = z.infer<typeof AlertSeverity>;

export const Alert = z.object({
  id: z.string(),
  type: AlertType,
  severity: AlertSeverity,
  flowId: z.string().nullable(),
  title: z
    .string()
    .optional()
    .describe("A short summary, such as `61 prices fell in Catalogue`. Absent in older alerts."),
  message: z.string().describe("The details."),
  read: z.boolean(),
  createdAt: Timestamp,
});
export type Alert = z.infer<typeof Alert>;

export const ListAlertsQuery = z.strictObject({
  severity: AlertSeverity.optional(),
  read: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional(),
  ...pageQuery(),
});

export const UpdateAlert = z.strictObject({ read: z.boolean() });
export const AlertsRead = z.object({
  updated: z.int().min(0).describe("Number of alerts that were marked read."),
});
