import * as operations from "../../src/contract/operations/firecrawl.ts";
import { getJob } from "../../src/domain/firecrawl/status.ts";
import { withFileLinks } from "../../src/runtime/deps/fileLinks.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.firecrawlBatchStatus,
  ({ params, query, caller, origin, deps }) =>
    getJob(deps, caller, "batch", { ...params, skip: query.skip }, origin),
  () => ({ ...withObjects(), ...withFileLinks() }),
);
