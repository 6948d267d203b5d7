import * as operations from "../../src/contract/operations/email.ts";
import { listMails } from "../../src/domain/mail/listMails.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listEmails,
  ({ query, caller, deps }) => listMails(deps, caller, query),
  withCursors,
);
