import * as operations from "../../src/contract/operations/firecrawl.ts";
import { search } from "../../src/domain/firecrawl/search.ts";
import { withFileLinks } from "../../src/runtime/deps/fileLinks.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withEventQueue } from "../../src/runtime/deps/queues/eventQueue.ts";
import { withRunQueue } from "../../src/runtime/deps/queues/runQueue.ts";
import { withSearch } from "../../src/runtime/deps/search.ts";
import { withTimers } from "../../src/runtime/deps/timers.ts";
import { withUsage } from "../../src/runtime/deps/usage.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.firecrawlSearch,
  ({ params, body, caller, origin, deps }) => search(deps, caller, params.version, body, origin),
  () => ({
    ...{ ...withRunQueue(), ...withEventQueue(), ...withObjects(), ...withFileLinks() },
    ...{ ...withTimers(), ...withSearch(), ...withUsage() },
  }),
);
