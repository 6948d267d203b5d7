import { getWebhook } from "../../src/domain/webhooks/webhooks.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("getWebhook", ({ params, caller, deps }) => getWebhook(deps, caller, params.id));
