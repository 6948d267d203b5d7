/** In which form a webhook gets its events: as signed JSON, or as messages for people. */
import * as z from "zod";
import type { EventType } from "./events.ts";

export const WebhookFormat = z.enum(["json", "slack", "discord", "teams", "ntfy", "custom"]);
export type WebhookFormat = z.infer<typeof WebhookFormat>;

/** Formats of messages. Their URLs are secrets, because anyone who has one can post. */
export type MessageFormat = Exclude<WebhookFormat, "json">;

/** Events that are messages of a chat. Format `custom` can have any. */
export const MESSAGE_EVENTS = ["alert.created"] as const satisfies readonly EventType[];

/** Why events do not fit a format; null if they do. */
export const faultOfEvents = (format: WebhookFormat, events: readonly EventType[]): string | null =>
  format === "json" ||
  format === "custom" ||
  events.every((event) => (MESSAGE_EVENTS as readonly EventType[]).includes(event))
    ? null
    : `of format \`${format}\` must be ${MESSAGE_EVENTS.join(", ")} alone`;

/** What a template of format `custom` can contain, as `{{name}}`. */
export const TEMPLATE_VALUES = {
  event: "name of the event, such as `alert.created`",
  id: "the event's id, the same for every attempt",
  timestamp: "time of the event",
  severity: "`info`, `warning` or `critical`; empty if the event has none",
  title: "what happened, in one line",
  message: "the details, in one line",
  changes: "the first five changes, one per line; empty if there are none",
  flowId: "id of the flow; empty if the event is about none",
  flowName: "name of the flow",
  runId: "id of the run",
  dashboardUrl: "where to read more, in the dashboard",
} as const;
export type TemplateValue = keyof typeof TEMPLATE_VALUES;

/** The `{{name}}` in a text. */
export const PLACEHOLDER = /\{\{\s*([\w.-]*)\s*\}\}/g;

const MAX_TEMPLATE_CHARS = 10_000;

const faultOfText = (text: string): string | null => {
  const stranger = [...text.matchAll(PLACEHOLDER)].find(([, name = ""]) => !(name in TEMPLATE_VALUES));
  if (stranger)
    return `${stranger[0]} is unknown. Choose from: ${Object.keys(TEMPLATE_VALUES)
      .map((name) => `{{${name}}}`)
      .join(", ")}.`;
  return text.replace(PLACEHOLDER, "").includes("{{") ? "A {{ is not closed." : null;
};

/** A template as JSON, also if it is JSON in a string: no value may end a string of it. Null for plain text. */
export const jsonOf = (template: string | object): object | null => {
  if (typeof template !== "string") return template;
  try {
    const json: unknown = JSON.parse(template);
    return typeof json === "object" ? json : null;
  } catch {
    return null;
  }
};

const INVALID_JSON = 'is not valid JSON, but begins like it. Put values inside quotes: {"text": "{{title}}"}';

/** Text that begins like an object is meant for a receiver of JSON, where values have to be escaped. */
const faultOfString = (text: string): string | null => {
  const fault = faultOfText(text);
  if (fault !== null) return fault;
  const json = jsonOf(text);
  if (json !== null) return faultOfTemplate(json);
  return /^\s*\{(?!\{)/.test(text) ? INVALID_JSON : null;
};

const faultOfTemplate = (template: unknown): string | null => {
  if (typeof template === "string") return faultOfText(template);
  if (template === null || typeof template !== "object") return null;
  if (!Array.isArray(template) && Object.keys(template).some((key) => key.includes("{{")))
    return "Names of properties cannot contain {{.";
  for (const part of Object.values(template)) {
    const fault = faultOfTemplate(part);
    if (fault !== null) return fault;
  }
  return null;
};

export const WebhookTemplate = z
  .union([z.string().min(1), z.record(z.string(), z.unknown())])
  .superRefine((template, context) => {
    const isLong = JSON.stringify(template).length > MAX_TEMPLATE_CHARS;
    const message = isLong
      ? `must have at most ${MAX_TEMPLATE_CHARS.toLocaleString("en")} characters`
      : typeof template === "string"
        ? faultOfString(template)
        : faultOfTemplate(template);
    if (message !== null) context.addIssue({ code: "custom", message });
  })
  .describe(
    "Format `custom`: the body to send. An object, or JSON in a string, is sent as JSON; any other string as plain text. " +
      `{{name}} in a text stands for a value: ${Object.keys(TEMPLATE_VALUES).join(", ")}.`,
  );
export type WebhookTemplate = z.infer<typeof WebhookTemplate>;

/** What is shown in place of a header's value. */
export const MASKED_HEADER = "…";

const MAX_HEADERS = 4;

/** Headers that the service, HTTP or the receiver's proxy decides about. */
const RESERVED_HEADERS =
  /^(?:host|content-.*|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|user-agent|cookie|forwarded|via|proxy-.*|x-forwarded-.*|sec-.*|webhook-.*)$/i;

export const isReservedHeader = (name: string): boolean => RESERVED_HEADERS.test(name);

/** Why a header may not be sent to a receiver; null if it may. */
export const faultOfHeader = (name: string): string | null => {
  if (!/^[\w-]{1,100}$/.test(name)) return "must be a name of letters, digits and hyphens";
  return isReservedHeader(name) ? "is set by the service" : null;
};

export const WebhookHeaders = z
  .record(
    z.string(),
    z
      .string()
      .min(1)
      .max(2_000)
      .regex(/^(?:…|[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)$/, "must be visible ASCII characters"),
  )
  .superRefine((headers, context) => {
    const names = Object.keys(headers);
    if (names.length > MAX_HEADERS)
      context.addIssue({ code: "custom", message: `must be at most ${MAX_HEADERS} headers` });
    for (const name of names) {
      const message = faultOfHeader(name);
      if (message !== null) context.addIssue({ code: "custom", path: [name], message });
    }
  })
  .describe(
    `Formats \`custom\` and \`ntfy\`: up to ${MAX_HEADERS} headers, such as \`Authorization\`. Their values are ` +
      `encrypted and shown as \`${MASKED_HEADER}\`.`,
  );

/** Why an address does not fit a format; null if it does. */
export const faultOfAddress = (format: WebhookFormat, url: string): string | null =>
  format === "ntfy" && !/^\/[-_A-Za-z0-9]{1,64}$/.test(URL.parse(url)?.pathname ?? "")
    ? "of format `ntfy` must end in the topic, such as https://ntfy.sh/my-topic"
    : null;

/** Options of a webhook that only some formats have: why the format does not allow them, or null. */
export const faultOfOption = (
  format: WebhookFormat,
  option: "minSeverity" | "quietHours" | "template" | "headers",
): string | null => {
  if (option === "template") return format === "custom" ? null : "is for format `custom`";
  if (option === "headers")
    return format === "custom" || format === "ntfy" ? null : "is for formats `custom` and `ntfy`";
  return format === "json" ? "is for messages: any format except `json`" : null;
};
