/** Alerts as messages for Slack and compatible services (Mattermost, Discord's `/slack`, Rocket.Chat). */
import type { Alert, AlertSeverity } from "../../contract/alerts.ts";
import { TEST_EVENT } from "../../contract/events.ts";
import type { EventRecord } from "../../store/outbox.ts";
import type { WebhookRecord } from "../../store/webhooks.ts";
import { quietUntilMs } from "./quietHours.ts";

/** Slack cuts texts at 40,000 characters. */
const MAX_CHARS = 3_000;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** An invisible character that breaks up mentions and links. */
const WORD_JOINER = "\u2060";

/**
 * Makes a page's text safe, so that it mentions nobody and links nowhere: escapes angle brackets, which Slack uses
 * for mentions and links, and breaks up those in plain text (`@here`, `#general`, URLs).
 */
export const plainForSlack = (text: string): string =>
  [
    ...text
      .toWellFormed()
      .replaceAll(/\p{Cc}+/gu, " ")
      .trim(),
  ]
    .slice(0, MAX_CHARS)
    .join("")
    .replace(/[&<>]/g, (char) => ESCAPES[char] ?? char)
    .replaceAll(/[@#]|:\/\/|\b(?:www|mailto)\b/giu, (found) => found + WORD_JOINER);

const SEVERITY_NAMES: Readonly<Record<AlertSeverity, string>> = {
  info: "Info",
  warning: "Warning",
  critical: "Critical",
};

interface TestData {
  readonly message: string;
}

/** The body of an event's message. */
export const slackBody = ({ type, body }: EventRecord): string => {
  const { data } = JSON.parse(body) as { readonly data: Alert | TestData };
  const text =
    type === TEST_EVENT || !("severity" in data)
      ? data.message
      : `${SEVERITY_NAMES[data.severity]}: ${data.message}`;
  // Without these, Slack turns names and URLs in the text into mentions and links, and unfurls them.
  const plain = { mrkdwn: false, parse: "none", link_names: false, unfurl_links: false, unfurl_media: false };
  return JSON.stringify({ text: plainForSlack(text), ...plain });
};

const SEVERITIES: readonly AlertSeverity[] = ["info", "warning", "critical"];

const severityOf = ({ type, body }: EventRecord): AlertSeverity | null =>
  type === "alert.created" ? (JSON.parse(body) as { data: Alert }).data.severity : null;

/** Whether an alert is severe enough for a webhook. */
export const isSevereEnough = ({ minSeverity }: WebhookRecord, event: EventRecord): boolean => {
  const severity = severityOf(event);
  return !minSeverity || severity === null || SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(minSeverity);
};

/** When the quiet hours that delay an event end; null if it is not delayed. */
export const heldUntilMs = (
  { quietHours }: WebhookRecord,
  event: EventRecord,
  nowMs: number,
): number | null => (quietHours && severityOf(event) !== "critical" ? quietUntilMs(quietHours, nowMs) : null);

/** The part of a URL that is shown and stored unencrypted. Anyone with the whole URL can post. */
export const maskAddress = (url: string): string => `${new URL(url).origin}/…${url.slice(-4)}`;
