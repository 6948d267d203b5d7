import { getFlowSession } from "../../src/domain/sessions/sessions.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("getFlowSession", ({ params, caller, deps }) =>
  getFlowSession(deps, caller, params.id),
);
