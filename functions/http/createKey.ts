import * as operations from "../../src/contract/operations/keys.ts";
import { createKey } from "../../src/domain/keys/apiKeys.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.createKey, ({ body, caller, deps }) => createKey(deps, caller, body));
