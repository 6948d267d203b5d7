import { getFlow } from "../../src/domain/flows/flows.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("getFlow", ({ params, caller, deps }) => getFlow(deps, caller, params.id));
