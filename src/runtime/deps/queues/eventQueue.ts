import { createMessageQueue } from "../../../adapters/messageQueue.ts";
import type { WithEventQueue } from "../../../domain/ports.ts";
import { required } from "../../env.ts";

export const withEventQueue = (): WithEventQueue => ({
  eventQueue: createMessageQueue(required("EVENTS_QUEUE_URL")),
});
