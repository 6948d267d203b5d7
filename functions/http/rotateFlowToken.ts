import { rotateFlowToken } from "../../src/domain/flows/tokens.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("rotateFlowToken", ({ params, caller, deps }) =>
  rotateFlowToken(deps, caller, params),
);
