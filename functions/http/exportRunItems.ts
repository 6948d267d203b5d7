import * as operations from "../../src/contract/operations/runs.ts";
import { exportRunItems } from "../../src/domain/items/items.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.exportRunItems,
  ({ params, query: { format, formulas, ...selection }, caller, deps }) =>
    exportRunItems(deps, caller, params.id, format, formulas, selection),
  withObjects,
);
