import type { AlertSeverity } from "../../../contract/account/alerts.ts";

export const SEVERITY_NAMES: Readonly<Record<AlertSeverity, string>> = {
  info: "Info",
  warning: "Warning",
  critical: "Critical",
};
