import { listSessions } from "../../src/domain/people/sessions.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("listSessions", ({ session, deps }) => listSessions(deps, session));
