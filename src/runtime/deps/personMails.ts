import { createHash } from "node:crypto";
import { createGroupedQueue } from "../../adapters/messageQueue.ts";
import type { PersonMail } from "../../contract/deliveries/email.ts";
import type { WithPersonMails } from "../../domain/ports.ts";
import { required } from "../env.ts";

/** Many link requests for one mailbox do not delay others. */
const groupOf = (message: PersonMail): string =>
  message.type === "sign-in" ? createHash("sha256").update(message.email).digest("hex") : message.accountId;

export const withPersonMails = (): WithPersonMails => ({
  personMails: createGroupedQueue(required("MAILS_QUEUE_URL"), groupOf),
});
