import * as operations from "../../src/contract/operations/firecrawl.ts";
import { getReport } from "../../src/domain/firecrawl/team.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.firecrawlTeam, ({ params, caller, deps }) =>
  getReport(deps, caller, params.report),
);
