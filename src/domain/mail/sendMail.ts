import type { EmailSent, SendEmail } from "../../contract/email.ts";
import { DomainError } from "../../contract/errors.ts";
import { audit } from "../journal.ts";
import type { Caller, Deps, WithMailer } from "../ports.ts";
import { renderMail } from "./templates.ts";

const SUPPRESSED = {
  bounce: "Mail to this address came back: no more is sent to it.",
  complaint: "The person at this address has called earlier mail unwanted: no more is sent to it.",
} as const;

/**
 * Sends one mail made from a known template.
 *
 * @throws DomainError `invalid-request` (data), `conflict` (the address gets no more mail),
 *   `not-configured`, `unavailable`
 */
export const sendMail = async (
  deps: Deps & WithMailer,
  caller: Caller,
  { to, subject, template, data }: SendEmail,
): Promise<EmailSent> => {
  const { store, mailer, newId } = deps;
  const mail = renderMail(template, subject, data);
  const suppressed = await store.suppressions.find(to);
  if (suppressed !== null) throw new DomainError("conflict", SUPPRESSED[suppressed]);
  const { providerId } = await mailer.send({ to, subject, ...mail });
  const id = newId("message");
  await store.commit(
    audit(deps, caller, { action: "email.sent", resource: id, metadata: { to, template, providerId } }),
  );
  return { id, status: "sent" };
};
