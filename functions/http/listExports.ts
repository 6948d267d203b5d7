import * as operations from "../../src/contract/operations/exports.ts";
import { listExports } from "../../src/domain/exports/exports.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listExports,
  ({ params, query, caller, deps }) => listExports(deps, caller, params.id, query),
  withCursors,
);
