import { MAX_WEBHOOKS } from "../../contract/account/plans.ts";
import type { EventMessage } from "../../contract/deliveries/events.ts";
import { timeOfId } from "../../contract/ids.ts";
import { type DeliveryRecord, deliveryId } from "../../store/deliveries/deliveries.ts";
import type { EventRecord } from "../../store/deliveries/outbox.ts";
import type { WebhookRecord } from "../../store/deliveries/webhooks.ts";
import { ConditionFailed } from "../../store/table.ts";
import { handToDestinations } from "../destinations/fanOut.ts";
import { ATTEMPT_TIMING } from "../outbox/attempts.ts";
import type {
  Deps,
  WithDashboard,
  WithDeliveryQueue,
  WithDestinationQueue,
  WithMailQueue,
} from "../ports.ts";
import { wants } from "./audience.ts";
import { mailEvent } from "./mailEvent.ts";

/** A delivery that has not been attempted yet. */
export const newDelivery = (
  { now }: Pick<Deps, "now">,
  webhook: Pick<WebhookRecord, "id">,
  event: EventRecord,
): DeliveryRecord => {
  const at = new Date(now()).toISOString();
  return {
    id: deliveryId(event.id, webhook.id),
    accountId: event.accountId,
    webhookId: webhook.id,
    eventId: event.id,
    eventType: event.type,
    status: "pending",
    attempts: [],
    step: 0,
    nextAttemptAt: at,
    turn: 0,
    // The time of the event, which the id contains too: lists are in this order.
    createdAt: timeOfId(event.id),
  };
};

const handTo = async (
  deps: Deps & WithDeliveryQueue,
  webhook: Pick<WebhookRecord, "id">,
  event: EventRecord,
): Promise<void> => {
  const { store, now, deliveryQueue } = deps;
  const delivery = newDelivery(deps, webhook, event);
  try {
    await store.commit(store.deliveries.insert(delivery, now() + ATTEMPT_TIMING.announceAgainMs));
  } catch (error) {
    // The event was already fanned out, at least in part. The clock announces what exists.
    if (error instanceof ConditionFailed) return;
    throw error;
  }
  await deliveryQueue.send({ type: "delivery", accountId: event.accountId, deliveryId: delivery.id });
};

/** Hands an event to every webhook, destination and mail recipient: once to each, even if it is announced several times. */
export const fanOutEvent = async (
  deps: Deps & WithDeliveryQueue & WithDestinationQueue & WithMailQueue & WithDashboard,
  { accountId, eventId }: EventMessage,
): Promise<void> => {
  const { store } = deps;
  const [webhooks, closed] = await Promise.all([
    // Twice the limit, because older accounts may exceed it by a few that were created at the same moment.
    store.webhooks.list(accountId, { limit: 2 * MAX_WEBHOOKS }),
    store.accounts.getClosed(accountId),
  ]);
  // Read after the webhooks: as long as the event is not fanned out, every webhook in the list was created in time.
  const event = await store.outbox.getUntold(accountId, eventId);
  if (!event || closed) return;
  const listening =
    event.jobId === undefined
      ? webhooks.records.filter((webhook) => wants(webhook, event))
      : [{ id: event.jobId }];
  await Promise.all([
    ...listening.map((webhook) => handTo(deps, webhook, event)),
    handToDestinations(deps, event),
    mailEvent(deps, event),
  ]);
  await store.outbox.finish(event);
};
