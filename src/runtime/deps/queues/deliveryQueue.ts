import { createMessageQueue } from "../../../adapters/messageQueue.ts";
import type { WithDeliveryQueue } from "../../../domain/ports.ts";
import { required } from "../../env.ts";

export const withDeliveryQueue = (): WithDeliveryQueue => ({
  deliveryQueue: createMessageQueue(required("DELIVERIES_QUEUE_URL")),
});
