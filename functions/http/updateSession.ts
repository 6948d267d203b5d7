import * as operations from "../../src/contract/operations/people.ts";
import { switchAccount } from "../../src/domain/people/showSession.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.updateSession, async ({ body, session, visitor, deps }) => {
  const { shown, token } = await switchAccount(deps, session, body.accountId);
  if (token !== undefined) visitor.keepSession(token);
  return shown;
});
