import * as operations from "../../src/contract/operations/webhooks.ts";
import { updateWebhook } from "../../src/domain/webhooks/webhooks.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.updateWebhook,
  ({ params, body, caller, deps }) => updateWebhook(deps, caller, params.id, body),
  withSeals,
);
