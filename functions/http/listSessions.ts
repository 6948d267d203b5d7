import * as operations from "../../src/contract/operations/people.ts";
import { listSessions } from "../../src/domain/people/sessions.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.listSessions, ({ session, deps }) => listSessions(deps, session));
