import { updateWebhook } from "../../src/domain/webhooks/webhooks.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "updateWebhook",
  ({ params, body, caller, deps }) => updateWebhook(deps, caller, params.id, body),
  withSeals,
);
