import { createMessageQueue } from "../../../adapters/messageQueue.ts";
import type { WithMailQueue } from "../../../domain/ports.ts";
import { required } from "../../env.ts";

export const withMailQueue = (): WithMailQueue => ({
  mailQueue: createMessageQueue(required("MAILS_QUEUE_URL")),
});
