import * as operations from "../../src/contract/operations/people.ts";
import { removePerson } from "../../src/domain/people/members.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.removePerson, ({ params, caller, deps }) =>
  removePerson(deps, caller, params.id),
);
