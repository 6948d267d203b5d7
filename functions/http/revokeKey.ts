import * as operations from "../../src/contract/operations/keys.ts";
import { revokeKey } from "../../src/domain/keys/apiKeys.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.revokeKey, ({ params, caller, deps }) =>
  revokeKey(deps, caller, params.id),
);
