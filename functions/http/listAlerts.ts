import * as operations from "../../src/contract/operations/alerts.ts";
import { listAlerts } from "../../src/domain/alerts/alerts.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listAlerts,
  ({ query, caller, deps }) => listAlerts(deps, caller, query),
  withCursors,
);
