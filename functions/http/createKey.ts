import { createKey } from "../../src/domain/apiKeys.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("createKey", ({ body, caller, deps }) => createKey(deps, caller, body));
