import * as operations from "../../src/contract/operations/keys.ts";
import { listKeys } from "../../src/domain/keys/apiKeys.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listKeys,
  ({ query, caller, deps }) => listKeys(deps, caller, query),
  withCursors,
);
