import { createFlowToken } from "../../src/domain/flows/tokens.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("createFlowToken", ({ params, body, caller, deps }) =>
  createFlowToken(deps, caller, params.id, body.name),
);
