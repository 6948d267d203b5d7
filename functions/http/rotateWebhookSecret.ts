import * as operations from "../../src/contract/operations/webhooks.ts";
import { rotateWebhookSecret } from "../../src/domain/webhooks/webhooks.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.rotateWebhookSecret,
  ({ params, caller, deps }) => rotateWebhookSecret(deps, caller, params.id),
  withSeals,
);
