import * as operations from "../../src/contract/operations/people.ts";
import { acceptInvitation } from "../../src/domain/people/acceptInvitation.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.acceptInvitation, async ({ params, session, visitor, deps }) => {
  const { shown, token } = await acceptInvitation(deps, session, params.id);
  if (token !== undefined) visitor.keepSession(token);
  return shown;
});
