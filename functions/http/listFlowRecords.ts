import * as operations from "../../src/contract/operations/monitors.ts";
import { listFlowRecords } from "../../src/domain/monitor/readMonitor.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { withFileLinks } from "../../src/runtime/deps/fileLinks.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listFlowRecords,
  ({ params, query, caller, origin, deps }) => listFlowRecords(deps, caller, params.id, query, origin),
  () => ({ ...withObjects(), ...withCursors(), ...withFileLinks() }),
);
