import { MailsMessage } from "../../src/contract/deliveries/email.ts";
import { deliverMail } from "../../src/domain/mail/deliverMail.ts";
import { mailInvitation, mailSignInLink } from "../../src/domain/people/mails.ts";
import { withMailer } from "../../src/runtime/deps/mailer.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withMailQueue } from "../../src/runtime/deps/queues/mailQueue.ts";
import { worker } from "../../src/runtime/worker.ts";

export const handler = worker(
  MailsMessage,
  () => ({ ...withMailer(), ...withMailQueue(), ...withObjects() }),
  async (message, { deps }) => {
    if (message.type === "sign-in") return mailSignInLink(deps, message);
    return message.type === "invitation" ? mailInvitation(deps, message) : deliverMail(deps, message);
  },
);
