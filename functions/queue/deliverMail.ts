import { MailMessage } from "../../src/contract/email.ts";
import { deliverMail } from "../../src/domain/mail/deliverMail.ts";
import { withMailer } from "../../src/runtime/deps/mailer.ts";
import { withMailQueue } from "../../src/runtime/deps/mailQueue.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { worker } from "../../src/runtime/worker.ts";

export const handler = worker(
  MailMessage,
  () => ({ ...withMailer(), ...withMailQueue(), ...withObjects() }),
  (message, { deps }) => deliverMail(deps, message),
);
