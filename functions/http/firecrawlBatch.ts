import * as operations from "../../src/contract/operations/firecrawl.ts";
import { startBatch } from "../../src/domain/firecrawl/start.ts";
import { withLists } from "../../src/runtime/deps/lists.ts";
import { withEventQueue } from "../../src/runtime/deps/queues/eventQueue.ts";
import { withRunQueue } from "../../src/runtime/deps/queues/runQueue.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.firecrawlBatch,
  ({ params, body, caller, origin, deps }) => startBatch(deps, caller, params.version, body, origin),
  () => ({ ...withEventQueue(), ...withLists(), ...withRunQueue(), ...withSeals() }),
);
