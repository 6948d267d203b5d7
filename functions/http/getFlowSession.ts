import * as operations from "../../src/contract/operations/sessions.ts";
import { getFlowSession } from "../../src/domain/sessions/sessions.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.getFlowSession, ({ params, caller, deps }) =>
  getFlowSession(deps, caller, params.id),
);
