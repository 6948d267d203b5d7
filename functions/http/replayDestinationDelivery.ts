import * as operations from "../../src/contract/operations/destinations.ts";
import { replayDestinationDelivery } from "../../src/domain/destinations/deliveries.ts";
import { withDestinationQueue } from "../../src/runtime/deps/queues/destinationQueue.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.replayDestinationDelivery,
  ({ params, caller, deps }) => replayDestinationDelivery(deps, caller, params),
  withDestinationQueue,
);
