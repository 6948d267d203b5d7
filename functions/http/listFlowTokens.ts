import { listFlowTokens } from "../../src/domain/flows/tokens.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("listFlowTokens", ({ params, caller, deps }) =>
  listFlowTokens(deps, caller, params.id),
);
