import { DestinationMessage } from "../../src/contract/destinations.ts";
import { deliverData } from "../../src/domain/destinations/deliver.ts";
import { withPlaces } from "../../src/runtime/deps/destinationPlaces.ts";
import { withDestinationQueue } from "../../src/runtime/deps/destinationQueue.ts";
import { withEventQueue } from "../../src/runtime/deps/eventQueue.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
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
