import * as operations from "../../src/contract/operations/webhooks.ts";
import { createWebhook } from "../../src/domain/webhooks/webhooks.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.createWebhook,
  ({ body, caller, deps }) => createWebhook(deps, caller, body),
  withSeals,
);
