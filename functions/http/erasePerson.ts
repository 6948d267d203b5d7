import * as operations from "../../src/contract/operations/people.ts";
import { erasePerson } from "../../src/domain/people/erasePerson.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.erasePerson, ({ session, visitor, deps }) => {
  visitor.keepSession(null);
  return erasePerson(deps, session);
});
