import * as operations from "../../src/contract/operations/webhooks.ts";
import { replayDelivery } from "../../src/domain/webhooks/deliveries.ts";
import { withDeliveryQueue } from "../../src/runtime/deps/queues/deliveryQueue.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.replayDelivery,
  ({ params, caller, deps }) => replayDelivery(deps, caller, params.id),
  withDeliveryQueue,
);
