import * as operations from "../../src/contract/operations/flows.ts";
import { listFlows } from "../../src/domain/flows/listFlows.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listFlows,
  ({ query, caller, deps }) => listFlows(deps, caller, query),
  withCursors,
);
