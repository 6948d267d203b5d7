import * as operations from "../../src/contract/operations/firecrawl.ts";
import { scrape } from "../../src/domain/firecrawl/scrape.ts";
import { withFileLinks } from "../../src/runtime/deps/fileLinks.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withEventQueue } from "../../src/runtime/deps/queues/eventQueue.ts";
import { withRunQueue } from "../../src/runtime/deps/queues/runQueue.ts";
import { withTimers } from "../../src/runtime/deps/timers.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.firecrawlScrape,
  ({ params, body, caller, origin, deps }) => scrape(deps, caller, params.version, body, origin),
  () => ({ ...withRunQueue(), ...withEventQueue(), ...withObjects(), ...withFileLinks(), ...withTimers() }),
);
