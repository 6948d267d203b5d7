import * as operations from "../../src/contract/operations/audit.ts";
import { listAudit } from "../../src/domain/journal/journal.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listAudit,
  ({ query, caller, deps }) => listAudit(deps, caller, query),
  withCursors,
);
