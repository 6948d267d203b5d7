import * as operations from "../../src/contract/operations/firecrawl.ts";
import { map } from "../../src/domain/firecrawl/map.ts";
import { withSiteMaps } from "../../src/runtime/deps/pages/siteMaps.ts";
import { withUsage } from "../../src/runtime/deps/usage.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.firecrawlMap,
  ({ params, body, caller, deps }) => map(deps, caller, params.version, body),
  () => ({ ...withSiteMaps(), ...withUsage() }),
);
