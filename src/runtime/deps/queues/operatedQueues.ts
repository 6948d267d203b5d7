import { createOperatedQueue } from "../../../adapters/operatedQueue.ts";
import type { WithOperatedQueues } from "../../../domain/queues/operateQueues.ts";
import { required } from "../../env.ts";

/** Every queue of the service, for operators. */
export const withOperatedQueues = (): WithOperatedQueues => ({
  queues: {
    runs: createOperatedQueue(required("RUNS_QUEUE_URL")),
    browserRuns: createOperatedQueue(required("BROWSERRUNS_QUEUE_URL")),
    events: createOperatedQueue(required("EVENTS_QUEUE_URL")),
    deliveries: createOperatedQueue(required("DELIVERIES_QUEUE_URL")),
    destinations: createOperatedQueue(required("DESTINATIONS_QUEUE_URL")),
    exports: createOperatedQueue(required("EXPORTS_QUEUE_URL")),
    mails: createOperatedQueue(required("MAILS_QUEUE_URL")),
    deadLetters: createOperatedQueue(required("DEAD_LETTERS_QUEUE_URL")),
    stuck: createOperatedQueue(required("STUCK_QUEUE_URL")),
  },
});
