import { updatePerson } from "../../src/domain/people/members.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("updatePerson", ({ params, body, caller, deps }) =>
  updatePerson(deps, caller, params.id, body.role),
);
