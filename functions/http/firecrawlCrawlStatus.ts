import * as operations from "../../src/contract/operations/firecrawl.ts";
import { getJob, listActive } from "../../src/domain/firecrawl/status.ts";
import { withFileLinks } from "../../src/runtime/deps/fileLinks.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

const ACTIVE: ReadonlySet<string> = new Set(["active", "ongoing"]);

export const handler = http(
  operations.firecrawlCrawlStatus,
  ({ params, query, caller, origin, deps }) =>
    ACTIVE.has(params.id)
      ? listActive(deps, caller)
      : getJob(deps, caller, "crawl", { ...params, skip: query.skip }, origin),
  () => ({ ...withObjects(), ...withFileLinks() }),
);
