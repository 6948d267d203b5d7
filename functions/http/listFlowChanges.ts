import { listFlowChanges } from "../../src/domain/monitor/readMonitor.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "listFlowChanges",
  ({ params, query, caller, deps }) => listFlowChanges(deps, caller, params.id, query),
  withCursors,
);
