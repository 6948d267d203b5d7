import { DestinationMessage } from "../../src/contract/deliveries/destinations.ts";
import { deliverData } from "../../src/domain/destinations/deliver.ts";
import { withPlaces } from "../../src/runtime/deps/destinationPlaces.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withDestinationQueue } from "../../src/runtime/deps/queues/destinationQueue.ts";
import { withEventQueue } from "../../src/runtime/deps/queues/eventQueue.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { worker } from "../../src/runtime/worker.ts";

export const handler = worker(
  DestinationMessage,
  () => ({
    ...withDestinationQueue(),
    ...withEventQueue(),
    ...withObjects(),
    ...withSeals(),
    ...withPlaces(),
  }),
  (message, { deps, deadlineMs }) => deliverData(deps, message, deadlineMs),
);
