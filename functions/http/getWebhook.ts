import * as operations from "../../src/contract/operations/webhooks.ts";
import { getWebhook } from "../../src/domain/webhooks/webhooks.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.getWebhook, ({ params, caller, deps }) =>
  getWebhook(deps, caller, params.id),
);
