import type { Page } from "../../contract/common.ts";
import { DomainError } from "../../contract/errors.ts";
import type { Delivery } from "../../contract/webhooks.ts";
import type { DeliveryRecord } from "../../store/deliveries.ts";
import { ConditionFailed } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import { audit } from "../journal/journal.ts";
import { listPage } from "../lists/listPage.ts";
import { ATTEMPT_TIMING } from "../outbox/attempts.ts";
import type { Caller, Deps, WithCursors, WithDeliveryQueue } from "../ports.ts";
import { showDelivery } from "./show.ts";

/** Attempts kept per delivery. With this many, it can no longer be replayed. */
const MAX_ATTEMPTS = 100;

export const listDeliveries = async (
  deps: Deps & WithCursors,
  caller: Caller,
  webhookId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<Delivery>> => {
  const { store } = deps;
  const [webhook, deliveries] = await Promise.all([
    store.webhooks.get(caller.accountId, webhookId),
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
  const { store, now, deliveryQueue } = deps;
  const { accountId } = caller;
  const delivery = await store.deliveries.get(accountId, id);
  if (!delivery) throw notFound("delivery", id);
  const webhook = await store.webhooks.get(accountId, delivery.webhookId);
  const refusal = refusalOf(delivery, webhook?.active ?? false, now());
  if (refusal !== null) throw new DomainError("conflict", refusal);
  const patch = {
    status: "pending",
    step: 0,
    losses: 0,
    nextAttemptAt: new Date(now()).toISOString(),
  } as const;
  try {
    await store.commit(
      store.deliveries.change(delivery, patch, now() + ATTEMPT_TIMING.announceAgainMs),
      audit(deps, caller, {
        action: "delivery.replayed",
        resource: id,
        metadata: { webhookId: delivery.webhookId },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new DomainError("conflict", "The delivery has just been changed by another request: try again.");
  }
  await deliveryQueue.send({ type: "delivery", accountId, deliveryId: id });
  return showDelivery({ ...delivery, ...patch });
};

/** Whether a delivery only waits to be attempted again. */
const isWaiting = ({ attempts, nextAttemptAt, losses = 0 }: DeliveryRecord, nowMs: number): boolean =>
  attempts.length > 0 && losses === 0 && nextAttemptAt !== null && Date.parse(nextAttemptAt) > nowMs;

const refusalOf = (delivery: DeliveryRecord, isActive: boolean, nowMs: number): string | null => {
  const { status, attempts } = delivery;
  if (status === "pending" && !isWaiting(delivery, nowMs)) return "The delivery is still in progress.";
  if (!isActive) return "Its webhook is disabled or deleted.";
  if (attempts.length >= MAX_ATTEMPTS) return `It has been attempted ${MAX_ATTEMPTS} times.`;
  return null;
};
