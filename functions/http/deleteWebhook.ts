import { deleteWebhook } from "../../src/domain/webhooks/webhooks.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("deleteWebhook", ({ params, caller, deps }) =>
  deleteWebhook(deps, caller, params.id),
);
