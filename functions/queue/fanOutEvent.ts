import { EventMessage } from "../../src/contract/events.ts";
import { fanOutEvent } from "../../src/domain/webhooks/fanOut.ts";
import { withDeliveryQueue } from "../../src/runtime/deps/deliveryQueue.ts";
import { withMailQueue } from "../../src/runtime/deps/mailQueue.ts";
import { worker } from "../../src/runtime/worker.ts";

export const handler = worker(
  EventMessage,
  () => ({ ...withDeliveryQueue(), ...withMailQueue() }),
  (message, { deps }) => fanOutEvent(deps, message),
);
