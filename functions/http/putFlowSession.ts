import * as operations from "../../src/contract/operations/sessions.ts";
import { putFlowSession } from "../../src/domain/sessions/sessions.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.putFlowSession,
  ({ params, body, caller, deps }) => putFlowSession(deps, caller, params.id, body),
  withSeals,
);
