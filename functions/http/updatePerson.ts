import * as operations from "../../src/contract/operations/people.ts";
import { updatePerson } from "../../src/domain/people/members.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.updatePerson, ({ params, body, caller, deps }) =>
  updatePerson(deps, caller, params.id, body.role),
);
