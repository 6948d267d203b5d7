import * as operations from "../../src/contract/operations/firecrawl.ts";
import { getConcurrency } from "../../src/domain/firecrawl/team.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.firecrawlConcurrency, ({ caller, deps }) =>
  getConcurrency(deps, caller),
);
