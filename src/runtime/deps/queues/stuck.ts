import { createMessageQueue } from "../../../adapters/messageQueue.ts";
import type { WithStuck } from "../../../domain/ports.ts";
import { required } from "../../env.ts";

export const withStuck = (): WithStuck => ({
  stuck: createMessageQueue(required("STUCK_QUEUE_URL")),
});
