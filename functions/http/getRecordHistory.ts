import * as operations from "../../src/contract/operations/monitors.ts";
import { getRecordHistory } from "../../src/domain/monitor/readMonitor.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { withFileLinks } from "../../src/runtime/deps/fileLinks.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.getRecordHistory,
  ({ params, query, caller, origin, deps }) =>
    getRecordHistory(deps, caller, params.id, params.key, query, origin),
  () => ({ ...withCursors(), ...withFileLinks() }),
);
