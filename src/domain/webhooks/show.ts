import { MASKED_HEADER } from "../../contract/deliveries/webhookFormats.ts";
import type { Delivery, Webhook } from "../../contract/deliveries/webhooks.ts";
import type { DeliveryRecord } from "../../store/deliveries/deliveries.ts";
import type { WebhookRecord } from "../../store/deliveries/webhooks.ts";

export const showWebhook = (webhook: WebhookRecord): Webhook => {
  const { id, url, events, active, createdAt, flowIds, template, headerNames = [] } = webhook;
  const { format = "json", minSeverity = null, quietHours = null, failingSince, failure } = webhook;
  return {
    id,
    url,
    format,
    minSeverity,
    quietHours,
    events: [...events],
    ...(flowIds && { flowIds: [...flowIds] }),
    ...(template !== undefined && { template }),
    ...(headerNames.length > 0 && {
      headers: Object.fromEntries(headerNames.map((name) => [name, MASKED_HEADER])),
    }),
    active,
    ...(failingSince !== undefined && {
      failing: { since: failingSince, ...(failure ?? { httpStatus: null, error: null, reply: null }) },
    }),
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
