import type { EmailSent, SendEmail } from "../../contract/deliveries/email.ts";
import { DomainError } from "../../contract/errors.ts";
import { audit } from "../journal/journal.ts";
import { forgetAtMs } from "../outbox/attempts.ts";
import type { Caller, Deps, WithMailer } from "../ports.ts";
import { takeMonthly } from "../usage/usage.ts";
import { SUPPRESSED } from "./suppress.ts";
import { renderMail } from "./templates.ts";

/**
 * Sends one mail from a template at once. If the provider rejects it, it does not count and is not retried; the
 * caller gets the error.
 *
 * @throws DomainError `invalid-request` (data), `quota-exceeded`, `conflict` (the address is suppressed),
 *   `not-configured`, `unavailable`
 */
export const sendMail = async (
  deps: Deps & WithMailer,
  caller: Caller,
  { to, subject, template, data }: SendEmail,
): Promise<EmailSent> => {
  const { store, mailer, newId, now } = deps;
  const content = renderMail(template, subject, data);
  const [suppressed, account] = await Promise.all([store.suppressions.find(to), caller.account]);
  if (suppressed !== null) throw new DomainError("conflict", SUPPRESSED[suppressed]);
  const { giveBack } = await takeMonthly(deps, account, "emails");
  const { providerId } = await mailer.send({ to, subject, ...content }).catch(async (error: unknown) => {
    await giveBack();
    throw error;
  });
  const id = newId("message");
  const sentAt = new Date(now()).toISOString();
  const mail = {
    id,
    accountId: caller.accountId,
    to,
    subject,
    template,
    data: null,
    status: "sent",
    error: null,
    attempts: 1,
    nextAttemptAt: null,
    turn: 0,
    createdAt: sentAt,
    sentAt,
  } as const;
  await store.commit(
    store.mails.insert(mail, forgetAtMs(mail)),
    audit(deps, caller, { action: "email.sent", resource: id, metadata: { to, template, providerId } }),
  );
  return { id, status: "sent" };
};
