import type { Page } from "../../contract/common.ts";
import type { Email } from "../../contract/deliveries/email.ts";
import type { MailRecord } from "../../store/deliveries/mails.ts";
import { listPage } from "../lists/listPage.ts";
import type { Caller, Deps, WithCursors } from "../ports.ts";

const show = (mail: MailRecord): Email => ({
  id: mail.id,
  to: mail.to,
  subject: mail.subject,
  template: mail.template,
  status: mail.status,
  error: mail.error,
  attempts: mail.attempts,
  createdAt: mail.createdAt,
  sentAt: mail.sentAt,
});

export const listMails = (
  deps: Deps & WithCursors,
  caller: Caller,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<Email>> =>
  listPage(deps, caller, {
    operation: "listEmails",
    filters: {},
    page,
    read: (wanted) => deps.store.mails.list(caller.accountId, wanted),
    show,
  });
