import * as operations from "../../src/contract/operations/firecrawl.ts";
import { getErrors } from "../../src/domain/firecrawl/status.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.firecrawlBatchErrors,
  ({ params, caller, deps }) => getErrors(deps, caller, "batch", params.id),
  withObjects,
);
