import * as operations from "../../src/contract/operations/activity.ts";
import { listActivity } from "../../src/domain/journal/journal.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listActivity,
  ({ query, caller, deps }) => listActivity(deps, caller, query),
  withCursors,
);
