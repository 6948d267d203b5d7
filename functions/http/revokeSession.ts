import { endSession } from "../../src/domain/people/sessions.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("revokeSession", ({ params, session, deps }) =>
  endSession(deps, session, params.id),
);
