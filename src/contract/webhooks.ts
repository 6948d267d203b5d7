import * as z from "zod";
import { HttpUrl, pageQuery, Timestamp } from "./common.ts";
import { EVENT_TYPES, EventType } from "./events.ts";

const Events = z
  .array(EventType)
  .min(1)
  .max(EVENT_TYPES.length * 2)
  .transform((events) => [...new Set(events)])
  .describe("Names of the events that are delivered.")
  .meta({ examples: [["run.completed", "run.failed"]] });

export const CreateWebhook = z.strictObject({
  url: HttpUrl.describe("The receiving address."),
  events: Events,
  secret: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must be visible ASCII characters without spaces")
    .max(256)
    .optional()
    .describe(
      "Signs every delivery. Used as given: after `whsec_` base64, else as text. If absent, one is made and shown " +
        "once. Of one that is easy to guess or to misread the answer warns.",
    ),
});

export const UpdateWebhook = z.strictObject({
  url: HttpUrl.optional(),
  events: Events.optional(),
  active: z
    .boolean()
    .optional()
    .describe("An inactive webhook gets no deliveries; what is pending is dropped."),
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
  secret: z.string().optional().describe("The secret that was made for the webhook, this once."),
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
    .describe("What a receiver must do about the secret; absent where all is well."),
});
export type WebhookCreated = z.infer<typeof WebhookCreated>;

export const WebhookDeleted = z.object({ id: z.string(), deletedAt: Timestamp });

export const ListWebhooksQuery = z.strictObject(pageQuery());
export const ListDeliveriesQuery = z.strictObject(pageQuery());

const DeliveryStatus = z.enum(["pending", "succeeded", "failed", "cancelled"]);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

const DeliveryAttempt = z.object({
  timestamp: Timestamp,
  httpStatus: z.int().nullable().describe("Null where no answer came."),
  duration: z.int().min(0).describe("Milliseconds until the answer or the failure."),
  error: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe("Why no answer came, such as `timeout`."),
  reply: z
    .string()
    .nullable()
    .describe("The first 500 characters of the answer; null where the receiver is not a public one."),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const Delivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  eventId: z.string().describe("The `webhook-id` header of every attempt."),
  event: z.string().describe("Name of the event."),
  status: DeliveryStatus.describe(
    "`cancelled`: the webhook was switched off or deleted before the delivery came through.",
  ),
  attempts: z.array(DeliveryAttempt).describe("Every attempt, oldest first."),
  nextAttemptAt: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type Delivery = z.infer<typeof Delivery>;
