import { listAlerts } from "../../src/domain/alerts/alerts.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "listAlerts",
  ({ query, caller, deps }) => listAlerts(deps, caller, query),
  withCursors,
);
