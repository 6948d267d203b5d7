import * as operations from "../../src/contract/operations/people.ts";
import { invitePerson } from "../../src/domain/people/invitations.ts";
import { withPersonMails } from "../../src/runtime/deps/personMails.ts";
import { withSite } from "../../src/runtime/deps/site.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.invitePerson,
  ({ body, caller, deps }) => invitePerson(deps, caller, body),
  () => ({ ...withPersonMails(), ...withSite() }),
);
