import { getExport } from "../../src/domain/exports/exports.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "getExport",
  ({ params, caller, deps }) => getExport(deps, caller, params),
  withObjects,
);
