import * as operations from "../../src/contract/operations/webhooks.ts";
import { listDeliveries } from "../../src/domain/webhooks/deliveries.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listWebhookDeliveries,
  ({ params, query, caller, deps }) => listDeliveries(deps, caller, params.id, query),
  withCursors,
);
