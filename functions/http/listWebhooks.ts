import * as operations from "../../src/contract/operations/webhooks.ts";
import { listWebhooks } from "../../src/domain/webhooks/webhooks.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listWebhooks,
  ({ query, caller, deps }) => listWebhooks(deps, caller, query),
  withCursors,
);
