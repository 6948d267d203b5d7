import { startBatch } from "../../src/domain/firecrawl/start.ts";
import { withLists } from "../../src/runtime/deps/lists.ts";
import { withRunQueue } from "../../src/runtime/deps/runQueue.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "firecrawlBatch",
  ({ params, body, caller, origin, deps }) => startBatch(deps, caller, params.version, body, origin),
  () => ({ ...withLists(), ...withRunQueue() }),
);
