import { getReport } from "../../src/domain/firecrawl/team.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("firecrawlTeam", ({ params, caller, deps }) =>
  getReport(deps, caller, params.report),
);
