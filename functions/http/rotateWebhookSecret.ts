import { rotateWebhookSecret } from "../../src/domain/webhooks/webhooks.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "rotateWebhookSecret",
  ({ params, caller, deps }) => rotateWebhookSecret(deps, caller, params.id),
  withSeals,
);
