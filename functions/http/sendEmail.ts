import * as operations from "../../src/contract/operations/email.ts";
import { sendMail } from "../../src/domain/mail/sendMail.ts";
import { withMailer } from "../../src/runtime/deps/mailer.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.sendEmail,
  ({ body, caller, deps }) => sendMail(deps, caller, body),
  withMailer,
);
