import * as z from "zod";
import { HttpUrl, pageQuery, Timestamp } from "./common.ts";
import { EVENT_TYPES, EventType } from "./events.ts";

const Events = z
  .array(EventType)
  .min(1)
  .max(EVENT_TYPES.length * 2)
  .transform((events) => [...new Set(events)])
  .describe("The events to deliver.")
  .meta({ examples: [["run.completed", "run.failed"]] });

export const CreateWebhook = z.strictObject({
  url: HttpUrl.describe("The URL that receives events."),
  events: Events,
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

export const UpdateWebhook = z.strictObject({
  url: HttpUrl.optional(),
  events: Events.optional(),
  active: z
    .boolean()
    .optional()
    .describe("Disabled webhooks receive nothing, and pending deliveries are dropped."),
  // What GET gave can be PUT.
  id: z.unknown().optional(),
  createdAt: z.unknown().optional(),
});

export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(EventType),
  active: z.boolean(),
  createdAt: Timestamp,
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().optional().describe("The generated signing secret. It is shown only once."),
});
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

/** What whoever receives deliveries should know of the secret that was sent. */
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
