import * as operations from "../../src/contract/operations/sso.ts";
import { startSso } from "../../src/domain/sso/signIn.ts";
import { withIdentityProvider } from "../../src/runtime/deps/identityProvider.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { withSite } from "../../src/runtime/deps/site.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.startSso,
  async ({ body, visitor, deps }) => {
    const { authorizationUrl, browserToken } = await startSso(deps, body.company, visitor);
    visitor.keepSignIn(browserToken);
    return { authorizationUrl };
  },
  () => ({ ...withIdentityProvider(), ...withSeals(), ...withSite() }),
);
