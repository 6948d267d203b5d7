import * as operations from "../../src/contract/operations/exports.ts";
import { listExportParts } from "../../src/domain/exports/exports.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listExportParts,
  ({ params, query, caller, deps }) => listExportParts(deps, caller, params, query),
  () => ({ ...withCursors(), ...withObjects() }),
);
