import * as operations from "../../src/contract/operations/firecrawl.ts";
import { getExtraction } from "../../src/domain/firecrawl/status.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.firecrawlExtractStatus,
  ({ params, caller, deps }) => getExtraction(deps, caller, params.id),
  withObjects,
);
