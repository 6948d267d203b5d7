import * as z from "zod";
import { AlertSeverity } from "../account/alerts.ts";
import { HttpUrl, pageQuery, Timestamp } from "../common.ts";
import { EVENT_TYPES, EventType } from "./events.ts";
import { QuietHours } from "./quietHours.ts";
import {
  faultOfAddress,
  faultOfEvents,
  faultOfOption,
  WebhookFormat,
  WebhookHeaders,
  WebhookTemplate,
} from "./webhookFormats.ts";

const Events = z
  .array(EventType)
  .min(1)
  .max(EVENT_TYPES.length * 2)
  .transform((events) => [...new Set(events)])
  .describe("The events to deliver.")
  .meta({ examples: [["run.completed", "run.failed"]] });

const severityAndQuiet = {
  minSeverity: AlertSeverity.nullable()
    .optional()
    .describe("Messages only: the minimum alert severity to send. Default: all alerts."),
  quietHours: QuietHours.nullable()
    .optional()
    .describe(
      "Messages only: they wait until these hours end, except those about critical alerts. Default: none.",
    ),
};

const FlowIds = z
  .array(z.string().min(1).max(128))
  .min(1)
  .max(100)
  .overwrite((ids) => [...new Set(ids)])
  .nullable()
  .optional()
  .describe(
    "Only events of these flows are sent, and none about the account. Default: the events of all flows.",
  );

const NewWebhook = z.strictObject({
  url: HttpUrl.describe(
    "The URL that receives events. With any format except `json` it is encrypted, and shown masked.",
  ),
  format: WebhookFormat.default("json").describe(
    "`json`: signed events. `slack`, `discord`, `teams`, `ntfy`: one message per alert. `custom`: a body of your own.",
  ),
  events: Events.optional().describe(
    "The events to deliver. Required for format `json`; messages are about `alert.created`, and format `custom` can have any.",
  ),
  flowIds: FlowIds,
  ...severityAndQuiet,
  template: WebhookTemplate.optional(),
  headers: WebhookHeaders.optional(),
  secret: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be visible ASCII characters without spaces")
    .max(256)
    .optional()
    .describe(
      "Signs every delivery. Base64 after `whsec_`, otherwise plain text. Without it, one is generated and shown " +
        "once. The response warns about a secret that is weak or ambiguous.",
    ),
});

export const CreateWebhook = NewWebhook.superRefine((wish, context) => {
  const { format, url, events, secret, template } = wish;
  const refuse = (path: string, message: string | null): void => {
    if (message !== null) context.addIssue({ code: "custom", path: [path], message });
  };
  for (const option of ["minSeverity", "quietHours", "template", "headers"] as const)
    if ((wish[option] ?? null) !== null) refuse(option, faultOfOption(format, option));
  if (events) refuse("events", faultOfEvents(format, events));
  else if (format === "json") refuse("events", "is needed");
  if (format === "custom" && template === undefined) refuse("template", "is needed");
  if (format !== "json" && secret !== undefined)
    refuse("secret", `is not for format \`${format}\`: its messages are not signed`);
  refuse("url", faultOfAddress(format, url));
});

export const UpdateWebhook = z.strictObject({
  url: HttpUrl.optional(),
  events: Events.optional(),
  flowIds: FlowIds,
  ...severityAndQuiet,
  template: WebhookTemplate.optional(),
  headers: WebhookHeaders.nullable()
    .optional()
    .describe("Replaces the headers; a value of `…` keeps the current one, and null removes all."),
  active: z
    .boolean()
    .optional()
    .describe("Disabled webhooks receive nothing, and pending deliveries are dropped."),
  // Accepted so that the result of a GET can be sent in a PUT.
  id: z.unknown().optional(),
  format: z.unknown().optional(),
  failing: z.unknown().optional(),
  createdAt: z.unknown().optional(),
});

const WebhookFailure = z.object({
  since: Timestamp.describe("Time of the first failure after the last success."),
  httpStatus: z.int().nullable().describe("The latest response; null if there was none."),
  error: z.string().nullable().describe("Why there was no response."),
  reply: z
    .string()
    .nullable()
    .describe("The first 500 characters of the latest response; null if the receiver is not public."),
});

/** Headers as they are shown. */
export const MaskedHeaders = z.record(z.string(), z.string());

export const Webhook = z.object({
  id: z.string(),
  url: z.string().describe("With any format except `json` masked: the host and, of a long URL, its end."),
  format: WebhookFormat,
  minSeverity: AlertSeverity.nullable().describe("Messages only; null: all alerts are sent."),
  quietHours: QuietHours.nullable().describe("Messages only."),
  events: z.array(EventType),
  flowIds: z
    .array(z.string())
    .optional()
    .describe("Only events of these flows are sent. Absent: those of all flows."),
  template: z.unknown().optional().describe("Format `custom` only: the body."),
  headers: MaskedHeaders.optional().describe(
    "Further headers, with their values masked. Absent if there are none.",
  ),
  active: z.boolean(),
  failing: WebhookFailure.optional().describe("How deliveries fail. Absent unless the latest one failed."),
  createdAt: Timestamp,
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().optional().describe("The generated signing secret. It is shown only once."),
});
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

/** A warning about the secret that was sent, for those who verify deliveries. */
export const SecretWarning = z.object({
  code: z.enum(["short-secret", "secret-not-base64"]),
  message: z.string(),
});
export type SecretWarning = z.infer<typeof SecretWarning>;

export const WebhookCreated = WebhookWithSecret.extend({
  warnings: z
    .array(SecretWarning)
    .optional()
    .describe("What to fix about the secret. Absent if there is nothing to fix."),
});
export type WebhookCreated = z.infer<typeof WebhookCreated>;

export const WebhookDeleted = z.object({ id: z.string(), deletedAt: Timestamp });

export const ListWebhooksQuery = z.strictObject(pageQuery());
export const ListDeliveriesQuery = z.strictObject(pageQuery());

export const DeliveryStatus = z.enum(["pending", "succeeded", "failed", "cancelled"]);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

export const DeliveryAttempt = z.object({
  timestamp: Timestamp,
  httpStatus: z.int().nullable().describe("Null if there was no response."),
  duration: z.int().min(0).describe("Milliseconds until the response or failure."),
  error: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe("Why there was no response, such as `timeout`."),
  reply: z
    .string()
    .nullable()
    .describe("The first 500 characters of the response; null if the receiver is not public."),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const Delivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  eventId: z.string().describe("The event's id, sent as the `webhook-id` header of every attempt."),
  event: z.string().describe("Name of the event."),
  status: DeliveryStatus.describe(
    "`cancelled`: the webhook was disabled or deleted before the delivery succeeded.",
  ),
  attempts: z.array(DeliveryAttempt).describe("All attempts, oldest first."),
  nextAttemptAt: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type Delivery = z.infer<typeof Delivery>;
