import { mapSite } from "../../src/domain/map/mapSite.ts";
import { withSiteMaps } from "../../src/runtime/deps/siteMaps.ts";
import { withUsage } from "../../src/runtime/deps/usage.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "mapSite",
  ({ body, caller, deps }) => mapSite(deps, caller, body),
  () => ({
    ...withSiteMaps(),
    ...withUsage(),
  }),
);
