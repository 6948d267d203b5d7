import { getRecordHistory } from "../../src/domain/monitor/readMonitor.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "getRecordHistory",
  ({ params, query, caller, deps }) => getRecordHistory(deps, caller, params.id, params.key, query),
  withCursors,
);
