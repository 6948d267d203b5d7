import * as operations from "../../src/contract/operations/sso.ts";
import { showSession } from "../../src/domain/people/showSession.ts";
import { finishSso } from "../../src/domain/sso/signIn.ts";
import { withIdentityProvider } from "../../src/runtime/deps/identityProvider.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { withSite } from "../../src/runtime/deps/site.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.finishSso,
  async ({ body, visitor, deps }) => {
    const { session, token } = await finishSso(deps, body, visitor);
    visitor.keepSession(token);
    return showSession(deps, session);
  },
  () => ({ ...withIdentityProvider(), ...withSeals(), ...withSite() }),
);
