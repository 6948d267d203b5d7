import * as operations from "../../src/contract/operations/monitors.ts";
import { listFlowChanges } from "../../src/domain/monitor/readMonitor.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { withFileLinks } from "../../src/runtime/deps/fileLinks.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listFlowChanges,
  ({ params, query, caller, origin, deps }) => listFlowChanges(deps, caller, params.id, query, origin),
  () => ({ ...withCursors(), ...withFileLinks() }),
);
