import * as operations from "../../src/contract/operations/webhooks.ts";
import { deleteWebhook } from "../../src/domain/webhooks/webhooks.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.deleteWebhook, ({ params, caller, deps }) =>
  deleteWebhook(deps, caller, params.id),
);
