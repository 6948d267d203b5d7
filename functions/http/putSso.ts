import * as operations from "../../src/contract/operations/sso.ts";
import { putSso } from "../../src/domain/sso/settings.ts";
import { withIdentityProvider } from "../../src/runtime/deps/identityProvider.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { withSite } from "../../src/runtime/deps/site.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.putSso,
  ({ body, caller, deps }) => putSso(deps, caller, body),
  () => ({
    ...withIdentityProvider(),
    ...withSeals(),
    ...withSite(),
  }),
);
