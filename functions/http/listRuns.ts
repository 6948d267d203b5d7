import * as operations from "../../src/contract/operations/runs.ts";
import { listRuns } from "../../src/domain/runs/read/readRuns.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listRuns,
  ({ query, caller, deps }) => listRuns(deps, caller, query),
  withCursors,
);
