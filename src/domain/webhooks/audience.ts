/** Which events a webhook gets, and when. */
import type { AlertSeverity } from "../../contract/account/alerts.ts";
import type { EventRecord } from "../../store/deliveries/outbox.ts";
import type { WebhookRecord } from "../../store/deliveries/webhooks.ts";
import { dataOf, flowOf } from "./formats/message.ts";
import { quietUntilMs } from "./quietHours.ts";

const SEVERITIES: readonly AlertSeverity[] = ["info", "warning", "critical"];

const severityOf = (event: EventRecord): AlertSeverity | null =>
  event.type === "alert.created" ? (dataOf(event).severity ?? null) : null;

const isSevereEnough = ({ minSeverity }: WebhookRecord, event: EventRecord): boolean => {
  const severity = severityOf(event);
  return !minSeverity || severity === null || SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(minSeverity);
};

const isOfItsFlows = ({ flowIds }: WebhookRecord, event: EventRecord): boolean =>
  !flowIds || flowIds.includes(flowOf(event) ?? "");

/** Whether a webhook is to get an event. */
export const wants = (webhook: WebhookRecord, event: EventRecord): boolean =>
  webhook.active &&
  (webhook.events as readonly string[]).includes(event.type) &&
  isSevereEnough(webhook, event) &&
  isOfItsFlows(webhook, event);

/** When the quiet hours that delay an event end; null if it is not delayed. */
export const heldUntilMs = (
  { quietHours }: WebhookRecord,
  event: EventRecord,
  nowMs: number,
): number | null => (quietHours && severityOf(event) !== "critical" ? quietUntilMs(quietHours, nowMs) : null);
