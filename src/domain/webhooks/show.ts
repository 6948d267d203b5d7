import type { Delivery, Webhook } from "../../contract/webhooks.ts";
import type { DeliveryRecord } from "../../store/deliveries.ts";
import type { WebhookRecord } from "../../store/webhooks.ts";

export const showWebhook = (webhook: WebhookRecord): Webhook => {
  const { id, url, events, active, createdAt } = webhook;
  const { format = "json", minSeverity = null, quietHours = null } = webhook;
  return {
    id,
    url,
    format,
    minSeverity,
    quietHours,
    events: [...events],
    active,
    createdAt,
  };
};

export const showDelivery = (delivery: DeliveryRecord): Delivery => ({
  id: delivery.id,
  webhookId: delivery.webhookId,
  eventId: delivery.eventId,
  event: delivery.eventType,
  status: delivery.status,
  attempts: [...delivery.attempts],
  nextAttemptAt: delivery.nextAttemptAt,
  createdAt: delivery.createdAt,
});
