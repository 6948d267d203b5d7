import { generateFlow } from "../../src/domain/generate/generateFlow.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("generateFlow", ({ body, deps }) => generateFlow(deps, body));
