import { TEST_EVENT } from "../../contract/deliveries/events.ts";
import type { Delivery } from "../../contract/deliveries/webhooks.ts";
import type { DeliveryRecord } from "../../store/deliveries/deliveries.ts";
import { notFound } from "../errors.ts";
import { audit } from "../journal/journal.ts";
import { forgetAtMs } from "../outbox/attempts.ts";
import { newEvent } from "../outbox/events.ts";
import type { Caller, Deps, WithSeals } from "../ports.ts";
import { isSuccess, makeAttempt, type WithPost } from "./attempt.ts";
import { newDelivery } from "./fanOut.ts";
import { showDelivery } from "./show.ts";

/** Sends a test event at once, even to an inactive webhook. It is tried once, and a failure has no consequences. */
export const testWebhook = async (
  deps: Deps & WithSeals & WithPost,
  caller: Caller,
  id: string,
): Promise<Delivery> => {
  const { store } = deps;
  const webhook = await store.webhooks.get(caller.accountId, id);
  if (!webhook) throw notFound("webhook", id);
  const event = newEvent(deps, caller.accountId, TEST_EVENT, {
    webhookId: id,
    message: "This is a test event. Real events have the same headers and format.",
  });
  const { attempt } = await makeAttempt(deps, webhook, event);
  const delivery: DeliveryRecord = {
    ...newDelivery(deps, webhook, event),
    status: isSuccess(attempt) ? "succeeded" : "failed",
    attempts: [attempt],
    step: 1,
    nextAttemptAt: null,
  };
  await store.commit(
    store.outbox.addTold(event),
    store.deliveries.insert(delivery, forgetAtMs(delivery)),
    audit(deps, caller, { action: "webhook.tested", resource: id, metadata: { status: delivery.status } }),
  );
  return showDelivery(delivery);
};
