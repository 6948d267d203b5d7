import { createMessageQueue } from "../../adapters/messageQueue.ts";
import type { WithDeadLetters } from "../../domain/ports.ts";
import { required } from "../env.ts";

export const withDeadLetters = (): WithDeadLetters => ({
  deadLetters: createMessageQueue(required("DEAD_LETTERS_QUEUE_URL")),
});
