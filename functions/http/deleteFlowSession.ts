import * as operations from "../../src/contract/operations/sessions.ts";
import { deleteFlowSession } from "../../src/domain/sessions/sessions.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.deleteFlowSession, ({ params, caller, deps }) =>
  deleteFlowSession(deps, caller, params.id),
);
