import * as operations from "../../src/contract/operations/firecrawl.ts";
import { cancelJob } from "../../src/domain/firecrawl/status.ts";
import { withEventQueue } from "../../src/runtime/deps/queues/eventQueue.ts";
import { withRunQueue } from "../../src/runtime/deps/queues/runQueue.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.firecrawlCancelBatch,
  ({ params, caller, deps }) => cancelJob(deps, caller, "batch", params.id),
  () => ({ ...withRunQueue(), ...withEventQueue() }),
);
