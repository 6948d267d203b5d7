import * as operations from "../../src/contract/operations/keys.ts";
import { rotateKey } from "../../src/domain/keys/apiKeys.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.rotateKey, ({ params, body, caller, deps }) =>
  rotateKey(deps, caller, params.id, body.overlapSeconds),
);
