import { IdParams } from "../common.ts";
import {
  CreateWebhook,
  Delivery,
  ListDeliveriesQuery,
  ListWebhooksQuery,
  UpdateWebhook,
  Webhook,
  WebhookCreated,
  WebhookDeleted,
  WebhookWithSecret,
} from "../deliveries/webhooks.ts";
import type { Operation } from "../operation.ts";

export const listWebhooks = {
  method: "GET",
  path: "/webhooks",
  tag: "Webhooks",
  summary: "List webhooks, newest first",
  scope: "webhooks:read",
  query: ListWebhooksQuery,
  success: { status: 200, description: "A page of webhooks.", list: Webhook },
  touches: { table: "read", secret: true },
} as const satisfies Operation;

export const getWebhook = {
  method: "GET",
  path: "/webhooks/{id}",
  tag: "Webhooks",
  summary: "Get a webhook",
  scope: "webhooks:read",
  params: IdParams,
  success: { status: 200, description: "The webhook, without its secret.", data: Webhook },
  touches: { table: "read" },
} as const satisfies Operation;

export const createWebhook = {
  method: "POST",
  path: "/webhooks",
  tag: "Webhooks",
  summary: "Create a webhook",
  description:
    "Deliveries are signed according to Standard Webhooks 1.0. If you send no secret, one is generated " +
    "and shown once. Events can arrive more than once and in any order; use `webhook-id` to tell them apart. " +
    "With `format: slack`, `url` is a Slack incoming webhook that gets one message per alert.",
  scope: "webhooks:write",
  body: CreateWebhook,
  success: {
    status: 201,
    description: "The active webhook.",
    data: WebhookCreated,
    location: "/webhooks/{id}",
  },
  showsSecret: true,
  errors: ["target-refused", "limit-reached"],
  touches: { table: "update", secret: true },
} as const satisfies Operation;

export const updateWebhook = {
  method: "PUT",
  path: "/webhooks/{id}",
  tag: "Webhooks",
  summary: "Update, enable or disable a webhook",
  description: "Only the fields you send change.",
  scope: "webhooks:write",
  params: IdParams,
  body: UpdateWebhook,
  success: { status: 200, description: "The updated webhook.", data: Webhook },
  errors: ["target-refused"],
  touches: { table: "write", secret: true },
} as const satisfies Operation;

export const deleteWebhook = {
  method: "DELETE",
  path: "/webhooks/{id}",
  tag: "Webhooks",
  summary: "Delete a webhook",
  description: "Pending deliveries are dropped.",
  scope: "webhooks:write",
  params: IdParams,
  success: { status: 200, description: "The webhook was deleted.", data: WebhookDeleted },
  touches: { table: "write" },
} as const satisfies Operation;

export const testWebhook = {
  method: "POST",
  path: "/webhooks/{id}/test",
  tag: "Webhooks",
  summary: "Send a test event",
  description:
    "Sent once, immediately. A failed delivery is not an error of this call and doesn't count against the webhook.",
  scope: "webhooks:write",
  params: IdParams,
  success: { status: 200, description: "The delivery, with its attempt.", data: Delivery },
  touches: { table: "update", secret: true, web: true },
  timeoutSeconds: 27,
} as const satisfies Operation;

export const rotateWebhookSecret = {
  method: "POST",
  path: "/webhooks/{id}/rotate-secret",
  tag: "Webhooks",
  summary: "Rotate the signing secret",
  description:
    "The response shows the new secret once. For 24 hours, deliveries are signed with both the old and the new secret.",
  scope: "webhooks:write",
  params: IdParams,
  success: { status: 200, description: "The webhook with its new secret.", data: WebhookWithSecret },
  showsSecret: true,
  errors: ["conflict"],
  touches: { table: "update", secret: true },
} as const satisfies Operation;

export const listWebhookDeliveries = {
  method: "GET",
  path: "/webhooks/{id}/deliveries",
  tag: "Webhooks",
  summary: "List deliveries to a webhook, newest first",
  description: "Deliveries of the last 30 days, with all attempts.",
  scope: "webhooks:read",
  params: IdParams,
  query: ListDeliveriesQuery,
  success: { status: 200, description: "A page of deliveries.", list: Delivery },
  touches: { table: "read", indexes: ["byFirst"], secret: true },
} as const satisfies Operation;

export const replayDelivery = {
  method: "POST",
  path: "/deliveries/{id}/replay",
  tag: "Webhooks",
  summary: "Resend a delivery",
  description: "Resends the event with the same `webhook-id` and body, and restarts the retry schedule.",
  scope: "webhooks:write",
  params: IdParams,
  success: { status: 200, description: "The pending delivery.", data: Delivery },
  errors: ["conflict"],
  touches: { table: "update", sends: ["deliveries"] },
} as const satisfies Operation;

export const WEBHOOKS_OPERATIONS = {
  listWebhooks,
  getWebhook,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  rotateWebhookSecret,
  listWebhookDeliveries,
  replayDelivery,
};
