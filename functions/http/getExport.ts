import * as operations from "../../src/contract/operations/exports.ts";
import { getExport } from "../../src/domain/exports/exports.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.getExport,
  ({ params, caller, deps }) => getExport(deps, caller, params),
  withObjects,
);
