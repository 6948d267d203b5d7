import * as operations from "../../src/contract/operations/firecrawl.ts";
import { startExtract } from "../../src/domain/firecrawl/start.ts";
import { withLists } from "../../src/runtime/deps/lists.ts";
import { withRunQueue } from "../../src/runtime/deps/queues/runQueue.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.firecrawlExtract,
  ({ body, caller, deps }) => startExtract(deps, caller, body),
  () => ({ ...withLists(), ...withRunQueue() }),
);
