import * as operations from "../../src/contract/operations/people.ts";
import { getSession } from "../../src/domain/people/showSession.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.getSession, async ({ session, visitor, deps }) => {
  const { shown, token } = await getSession(deps, session);
  if (token !== undefined) visitor.keepSession(token);
  return shown;
});
