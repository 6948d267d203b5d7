import { getConcurrency } from "../../src/domain/firecrawl/team.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("firecrawlConcurrency", ({ caller, deps }) => getConcurrency(deps, caller));
