import * as operations from "../../src/contract/operations/extraction.ts";
import { mapSite } from "../../src/domain/map/mapSite.ts";
import { withSiteMaps } from "../../src/runtime/deps/pages/siteMaps.ts";
import { withUsage } from "../../src/runtime/deps/usage.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.mapSite,
  ({ body, caller, deps }) => mapSite(deps, caller, body),
  () => ({
    ...withSiteMaps(),
    ...withUsage(),
  }),
);
