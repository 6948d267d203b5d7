import { listWebhooks } from "../../src/domain/webhooks/webhooks.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "listWebhooks",
  ({ query, caller, deps }) => listWebhooks(deps, caller, query),
  withCursors,
);
