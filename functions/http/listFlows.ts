import { listFlows } from "../../src/domain/flows/listFlows.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "listFlows",
  ({ query, caller, deps }) => listFlows(deps, caller, query),
  withCursors,
);
