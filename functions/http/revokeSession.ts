import * as operations from "../../src/contract/operations/people.ts";
import { endSession } from "../../src/domain/people/sessions.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.revokeSession, ({ params, session, deps }) =>
  endSession(deps, session, params.id),
);
