import * as operations from "../../src/contract/operations/people.ts";
import { showSession } from "../../src/domain/people/showSession.ts";
import { finishSignIn } from "../../src/domain/people/signIn.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.finishSignIn, async ({ body, visitor, deps }) => {
  const { session, token } = await finishSignIn(deps, body, visitor);
  visitor.keepSession(token);
  visitor.keepSignIn(null);
  return showSession(deps, session);
});
