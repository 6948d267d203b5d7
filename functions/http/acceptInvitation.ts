import { acceptInvitation } from "../../src/domain/people/acceptInvitation.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("acceptInvitation", async ({ params, session, visitor, deps }) => {
  const { shown, token } = await acceptInvitation(deps, session, params.id);
  if (token !== undefined) visitor.keepSession(token);
  return shown;
});
