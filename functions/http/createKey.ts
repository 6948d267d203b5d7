import { createKey } from "../../src/domain/keys/apiKeys.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("createKey", ({ body, caller, deps }) => createKey(deps, caller, body));
