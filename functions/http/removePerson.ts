import { removePerson } from "../../src/domain/people/members.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("removePerson", ({ params, caller, deps }) =>
  removePerson(deps, caller, params.id),
);
