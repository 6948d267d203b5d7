import { DeliveryMessage } from "../../src/contract/deliveries/events.ts";
import { deliverWebhook } from "../../src/domain/webhooks/deliver.ts";
import { withFileLinks } from "../../src/runtime/deps/fileLinks.ts";
import { withPost } from "../../src/runtime/deps/network/post.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withDeliveryQueue } from "../../src/runtime/deps/queues/deliveryQueue.ts";
import { withEventQueue } from "../../src/runtime/deps/queues/eventQueue.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { worker } from "../../src/runtime/worker.ts";

export const handler = worker(
  DeliveryMessage,
  () => ({
    ...withDeliveryQueue(),
    ...withEventQueue(),
    ...withSeals(),
    ...withObjects(),
    ...withFileLinks(),
    ...withPost(),
  }),
  (message, { deps }) => deliverWebhook(deps, message),
);
