import { listPeople } from "../../src/domain/people/members.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("listPeople", ({ caller, deps }) => listPeople(deps, caller));
