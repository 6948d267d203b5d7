/** Events that webhooks report, and the queue messages that carry them. */
import * as z from "zod";

export const EVENT_TYPES = [
  "run.completed",
  "run.failed",
  "run.cancelled",
  "run.page",
  "export.completed",
  "export.failed",
  "export.cancelled",
  "alert.created",
  "flow.error",
  "selector.healed",
  "selector.broken",
  "webhook.disabled",
] as const;
export const EventType = z.enum(EVENT_TYPES);
export type EventType = z.infer<typeof EventType>;

/** When each event is sent, for people who choose. */
export const EVENT_MEANINGS: Readonly<Record<EventType, string>> = {
  "run.completed": "a run ended and collected its data",
  "run.failed": "a run ended with an error",
  "run.cancelled": "a run was cancelled, or its flow was deleted",
  "run.page": "a run finished a page of its list or crawl; with the page's records",
  "export.completed": "an export of a run (POST /runs/{id}/exports) is ready",
  "export.failed": "an export of a run failed",
  "export.cancelled": "an export of a run was cancelled",
  "alert.created":
    "something needs your attention: a monitor found a change, a run failed for the first time, a limit is near",
  "flow.error": "a flow failed five times in a row, and its schedule stopped",
  "selector.healed": "a selector stopped matching and was replaced",
  "selector.broken": "a selector stopped matching and could not be replaced",
  "webhook.disabled": "a webhook was turned off because its receiver is gone or keeps failing",
};

/** The type of the event that `POST /webhooks/{id}/test` sends; no webhook can listen to it. */
export const TEST_EVENT = "webhook.test";

/** Message of the events queue: "this event is committed". Duplicates are harmless. */
export const EventMessage = z.strictObject({
  type: z.literal("event"),
  accountId: z.string(),
  eventId: z.string(),
});
export type EventMessage = z.infer<typeof EventMessage>;

/** Message of the deliveries queue: "this delivery may be due". Duplicates are harmless. */
export const DeliveryMessage = z.strictObject({
  type: z.literal("delivery"),
  accountId: z.string(),
  deliveryId: z.string(),
});
export type DeliveryMessage = z.infer<typeof DeliveryMessage>;
