import * as operations from "../../src/contract/operations/people.ts";
import { SIGN_IN_MINUTES } from "../../src/contract/people/people.ts";
import { startSignIn } from "../../src/domain/people/signIn.ts";
import { withPersonMails } from "../../src/runtime/deps/personMails.ts";
import { withSite } from "../../src/runtime/deps/site.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.startSignIn,
  async ({ body, visitor, deps }) => {
    visitor.keepSignIn(await startSignIn(deps, body.email, visitor));
    return { status: "accepted" as const, expiresInMinutes: SIGN_IN_MINUTES };
  },
  () => ({ ...withPersonMails(), ...withSite() }),
);
