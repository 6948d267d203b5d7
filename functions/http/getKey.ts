import * as operations from "../../src/contract/operations/keys.ts";
import { getKey } from "../../src/domain/keys/apiKeys.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.getKey, ({ params, caller, deps }) => getKey(deps, caller, params.id));
