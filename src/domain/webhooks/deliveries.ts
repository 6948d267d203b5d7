import type { Page } from "../../contract/common.ts";
import type { Delivery } from "../../contract/deliveries/webhooks.ts";
import { notFound } from "../errors.ts";
import { audit } from "../journal/journal.ts";
import { listPage } from "../lists/listPage.ts";
import { replay } from "../outbox/replay.ts";
import type { Caller, Deps, WithCursors, WithDeliveryQueue } from "../ports.ts";
import { findReceiver } from "./receiver.ts";
import { showDelivery } from "./show.ts";

export const listDeliveries = async (
  deps: Deps & WithCursors,
  caller: Caller,
  webhookId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<Delivery>> => {
  const { store } = deps;
  const [webhook, deliveries] = await Promise.all([
    findReceiver(deps, caller.accountId, webhookId),
    listPage(deps, caller, {
      operation: "listWebhookDeliveries",
      filters: { webhookId },
      page,
      read: (wanted) => store.deliveries.list(caller.accountId, webhookId, wanted),
      show: showDelivery,
    }),
  ]);
  if (!webhook) throw notFound("webhook", webhookId);
  return deliveries;
};

/**
 * Replays a delivery with the same webhook-id and body, or makes its next attempt now.
 *
 * @throws DomainError `not-found`; `conflict` if it is being attempted, or its webhook is inactive or deleted
 */
export const replayDelivery = async (
  deps: Deps & WithDeliveryQueue,
  caller: Caller,
  id: string,
): Promise<Delivery> => {
  const { store, deliveryQueue } = deps;
  const { accountId } = caller;
  const delivery = await store.deliveries.get(accountId, id);
  if (!delivery) throw notFound("delivery", id);
  const webhook = await findReceiver(deps, accountId, delivery.webhookId);
  const replayed = await replay(deps, store.deliveries, delivery, {
    inactive: webhook?.active ? null : "Its webhook is disabled or deleted.",
    noted: audit(deps, caller, {
      action: "delivery.replayed",
      resource: id,
      metadata: { webhookId: delivery.webhookId },
    }),
  });
  await deliveryQueue.send({ type: "delivery", accountId, deliveryId: id });
  return showDelivery(replayed);
};
