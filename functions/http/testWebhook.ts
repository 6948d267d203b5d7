import * as operations from "../../src/contract/operations/webhooks.ts";
import { testWebhook } from "../../src/domain/webhooks/testWebhook.ts";
import { withPost } from "../../src/runtime/deps/network/post.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.testWebhook,
  ({ params, caller, deps }) => testWebhook(deps, caller, params.id),
  () => ({ ...withSeals(), ...withPost() }),
);
