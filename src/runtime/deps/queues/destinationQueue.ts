import { createMessageQueue } from "../../../adapters/messageQueue.ts";
import type { WithDestinationQueue } from "../../../domain/ports.ts";
import { required } from "../../env.ts";

export const withDestinationQueue = (): WithDestinationQueue => ({
  destinationQueue: createMessageQueue(required("DESTINATIONS_QUEUE_URL")),
});
