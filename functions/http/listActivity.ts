import { listActivity } from "../../src/domain/journal/journal.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "listActivity",
  ({ query, caller, deps }) => listActivity(deps, caller, query),
  withCursors,
);
