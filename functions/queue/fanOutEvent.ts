import { EventMessage } from "../../src/contract/deliveries/events.ts";
import { fanOutEvent } from "../../src/domain/webhooks/fanOut.ts";
import { withDashboard } from "../../src/runtime/deps/dashboard.ts";
import { withDeliveryQueue } from "../../src/runtime/deps/queues/deliveryQueue.ts";
import { withDestinationQueue } from "../../src/runtime/deps/queues/destinationQueue.ts";
import { withMailQueue } from "../../src/runtime/deps/queues/mailQueue.ts";
import { worker } from "../../src/runtime/worker.ts";

export const handler = worker(
  EventMessage,
  () => ({ ...withDeliveryQueue(), ...withDestinationQueue(), ...withMailQueue(), ...withDashboard() }),
  (message, { deps }) => fanOutEvent(deps, message),
);
