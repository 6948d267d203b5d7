import { revokeFlowToken } from "../../src/domain/flows/tokens.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("revokeFlowToken", ({ params, caller, deps }) =>
  revokeFlowToken(deps, caller, params),
);
