import { erasePerson } from "../../src/domain/people/erasePerson.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("erasePerson", ({ session, visitor, deps }) => {
  visitor.keepSession(null);
  return erasePerson(deps, session);
});
