import type { MailTopic } from "../../contract/account/account.ts";
import type { AlertSeverity } from "../../contract/account/alerts.ts";
import type { AccountRecord } from "../../store/account/accounts.ts";

/** Recipients of mail about a topic: those in the settings, otherwise the owner. */
export const recipientsOf = ({ mail, email }: AccountRecord, topic: MailTopic): string[] => [
  ...(mail?.[topic] ?? [email]),
];

/** Alerts of this severity and above are mailed. Absent: all of them. */
export const alertMailSeverity = ({ alertMailSeverity: chosen }: AccountRecord): AlertSeverity =>
  chosen ?? "info";

const SEVERITIES: readonly AlertSeverity[] = ["info", "warning", "critical"];

export const isMailed = (account: AccountRecord, severity: AlertSeverity): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(alertMailSeverity(account));
