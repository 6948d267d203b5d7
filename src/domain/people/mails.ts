/** Mail to people: sign-in links and invitations. It is made by the worker that sends it, and stored nowhere. */

import type { InvitationMail, SignInMail } from "../../contract/deliveries/email.ts";
import { DomainError } from "../../contract/errors.ts";
import { INVITATION_DAYS, SIGN_IN_MINUTES } from "../../contract/people/people.ts";
import { MINUTE_MS } from "../../contract/units.ts";
import { hashKey, signInTokens } from "../keys/format.ts";
import { type Block, layOut } from "../mail/layout.ts";
import { subjectOf } from "../mail/newMail.ts";
import type { Deps, WithMailer } from "../ports.ts";
import { pageOf } from "./page.ts";

interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly blocks: readonly Block[];
  readonly footer: string;
}

/**
 * Sends a mail, unless earlier ones to the address bounced.
 *
 * @returns whether it was sent
 * @throws DomainError `unavailable`, so that the queue delivers the message again
 */
const send = async (
  { store, mailer, log }: Deps & WithMailer,
  { to, subject, blocks, footer }: Letter,
): Promise<boolean> => {
  if ((await store.suppressions.find(to)) !== null) return false;
  try {
    await mailer.send({ to, subject, ...layOut(subject, blocks, footer) });
    return true;
  } catch (error) {
    if (!(error instanceof DomainError) || error.retryable) throw error;
    log.warn("a mail to a person was not sent", { error });
    return false;
  }
};

/** Whether somebody may sign in with an address: a person, or one who was invited. */
const isKnown = async ({ store, now }: Deps, email: string): Promise<boolean> => {
  const [person, invitations] = await Promise.all([
    store.people.findByEmail(email),
    store.invitations.listFor(email),
  ]);
  return person !== null || invitations.some(({ expiresAt }) => Date.parse(expiresAt) > now());
};

/** Mails a sign-in link, if the address is known. Each message makes a link of its own. */
export const mailSignInLink = async (
  deps: Deps & WithMailer,
  { email, browser, site, requestedAt }: SignInMail,
): Promise<void> => {
  const { store, now } = deps;
  const expiresMs = Date.parse(requestedAt) + SIGN_IN_MINUTES * MINUTE_MS;
  if (expiresMs <= now() || !(await isKnown(deps, email))) return;
  const token = signInTokens.make();
  const expiresAt = new Date(expiresMs).toISOString();
  await store.commit(store.signInLinks.insert({ hash: hashKey(token), email, browser, expiresAt }));
  await send(deps, {
    to: email,
    subject: subjectOf("your sign-in link"),
    blocks: [
      { kind: "heading", text: "Sign in to Gleaner" },
      {
        kind: "paragraph",
        text: `This link works once, within ${SIGN_IN_MINUTES} minutes. Open it in the browser in which you asked for it.`,
      },
      { kind: "button", label: "Sign in", url: pageOf(site, "sign-in", { token }) },
    ],
    footer: "If you did not ask for this link, you can ignore this email: nobody is signed in.",
  });
};

export const mailInvitation = async (
  deps: Deps & WithMailer,
  { accountId, invitationId, site }: InvitationMail,
): Promise<void> => {
  const { store } = deps;
  const [invitation, account] = await Promise.all([
    store.invitations.get(accountId, invitationId),
    store.accounts.get(accountId),
  ]);
  if (!invitation || !account || invitation.mail === "sent") return;
  const { email, role } = invitation;
  const isSent = await send(deps, {
    to: email,
    subject: subjectOf(`you are invited to ${account.name}`),
    blocks: [
      { kind: "heading", text: `You are invited to ${account.name}` },
      {
        kind: "paragraph",
        text: `Sign in with ${email} to join as ${role === "viewer" ? "a" : "an"} ${role}. The invitation is valid for ${INVITATION_DAYS} days.`,
      },
      { kind: "button", label: "Sign in and join", url: pageOf(site, "sign-in", { email }) },
    ],
    footer: "If you did not expect this invitation, you can ignore this email.",
  });
  await store.commit(store.invitations.noteMail(invitation, isSent ? "sent" : "failed"));
};
