import * as z from "zod";
import { AlertSeverity } from "./alerts.ts";
import { HttpUrl, pageQuery, Timestamp } from "./common.ts";
import { EVENT_TYPES, EventType } from "./events.ts";
import { QuietHours } from "./quietHours.ts";

const Events = z
  .array(EventType)
  .min(1)
  .max(EVENT_TYPES.length * 2)
  .transform((events) => [...new Set(events)])
  .describe("The events to deliver.")
  .meta({ examples: [["run.completed", "run.failed"]] });

export const WebhookFormat = z.enum(["json", "slack"]);
export type WebhookFormat = z.infer<typeof WebhookFormat>;

/** Events that can be sent as Slack messages. */
export const SLACK_EVENTS = ["alert.created"] as const satisfies readonly EventType[];

export const isForSlack = (events: readonly EventType[]): boolean =>
  events.every((event) => (SLACK_EVENTS as readonly EventType[]).includes(event));

export const NOT_FOR_SLACK = `of format \`slack\` must be ${SLACK_EVENTS.join(", ")} alone`;

export const NOT_FOR_JSON = "is for format `slack`";

const severityAndQuiet = {
  minSeverity: AlertSeverity.nullable()
    .optional()
    .describe("Format `slack` only: the minimum severity to send. Default: all alerts."),
  quietHours: QuietHours.nullable()
    .optional()
    .describe("Format `slack` only: alerts wait until these hours end, except critical ones. Default: none."),
};

const NewWebhook = z.strictObject({
  url: HttpUrl.describe(
    "The URL that receives events. With format `slack` it is encrypted, and shown masked.",
  ),
  format: WebhookFormat.default("json").describe(
    "`json`: signed events. `slack`: one message per alert, for Slack and services that accept its incoming webhooks.",
  ),
  events: Events.optional().describe(
    "The events to deliver. Required for format `json`; format `slack` has `alert.created`.",
  ),
  ...severityAndQuiet,
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

export const CreateWebhook = NewWebhook.superRefine(
  ({ format, events, secret, minSeverity, quietHours }, context) => {
    const refuse = (path: string, message: string): void =>
      context.addIssue({ code: "custom", path: [path], message });
    if (format === "json") {
      if (events === undefined) refuse("events", "is needed");
      for (const [name, value] of Object.entries({ minSeverity, quietHours }))
        if (value !== undefined && value !== null) refuse(name, NOT_FOR_JSON);
    } else {
      if (events && !isForSlack(events)) refuse("events", NOT_FOR_SLACK);
      if (secret !== undefined) refuse("secret", "is not for format `slack`: its messages are not signed");
    }
  },
);

export const UpdateWebhook = z.strictObject({
  url: HttpUrl.optional(),
  events: Events.optional(),
  ...severityAndQuiet,
  active: z
    .boolean()
    .optional()
    .describe("Disabled webhooks receive nothing, and pending deliveries are dropped."),
  // Accepted so that the result of a GET can be sent in a PUT.
  id: z.unknown().optional(),
  format: z.unknown().optional(),
  createdAt: z.unknown().optional(),
});

export const Webhook = z.object({
  id: z.string(),
  url: z.string().describe("With format `slack` masked: host and last four characters."),
  format: WebhookFormat,
  minSeverity: AlertSeverity.nullable().describe("Format `slack` only; null: all alerts are sent."),
  quietHours: QuietHours.nullable().describe("Format `slack` only."),
  events: z.array(EventType),
  active: z.boolean(),
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

const DeliveryStatus = z.enum(["pending", "succeeded", "failed", "cancelled"]);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

const DeliveryAttempt = z.object({
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
