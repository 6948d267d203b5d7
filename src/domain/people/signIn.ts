/** Signing in with a link that is sent by email. */
import { DomainError } from "../../contract/errors.ts";
import { type FinishSignIn, SIGN_IN_MINUTES } from "../../contract/people/people.ts";
import type { PersonRecord } from "../../store/people/people.ts";
import { ConditionFailed } from "../../store/table.ts";
import { countedAddress } from "../keys/addressLimit.ts";
import { hashKey, sessionTokens, signInTokens } from "../keys/format.ts";
import type { Deps, WithPersonMails, WithSite } from "../ports.ts";
import type { Browser } from "./browser.ts";
import { beginSession, endSession, findSession, type NewSession } from "./sessions.ts";
import { accountToOpen } from "./showSession.ts";

const MINUTE_SECONDS = 60;
/** Links that one address may ask for: enough for a team behind one router. */
const PER_ADDRESS = { count: 20, seconds: MINUTE_SECONDS };
/** Mails that one mailbox gets, whatever the number of requests. */
const PER_MAILBOX = { count: 5, seconds: SIGN_IN_MINUTES * MINUTE_SECONDS };

/** @throws DomainError `rate-limited` */
export const assertNotTooMany = async ({ store, now }: Deps, address: string): Promise<void> => {
  const counted = countedAddress(address);
  if (counted === null) return;
  const asked = await store.rateWindows.hitSignIn(counted, now(), PER_ADDRESS.seconds);
  if (asked > PER_ADDRESS.count)
    throw new DomainError("rate-limited", "Too many attempts to sign in from your address: wait a minute.", {
      headers: { "retry-after": String(PER_ADDRESS.seconds) },
    });
};

/**
 * Asks for a link. What is done does not depend on whether somebody has the address: a worker finds out.
 *
 * @returns the value of the cookie by which the browser is recognised when it opens the link
 */
export const startSignIn = async (
  deps: Deps & WithPersonMails & WithSite,
  email: string,
  { address }: Browser,
): Promise<string> => {
  const { store, now, personMails } = deps;
  const site = deps.site();
  await assertNotTooMany(deps, address);
  const mailbox = hashKey(email);
  const asked = await store.rateWindows.hitSignIn(mailbox, now(), PER_MAILBOX.seconds);
  const browserToken = sessionTokens.make();
  if (asked <= PER_MAILBOX.count)
    await personMails.send({
      type: "sign-in",
      email,
      browser: hashKey(browserToken),
      site,
      requestedAt: new Date(now()).toISOString(),
    });
  return browserToken;
};

const LINK_IS_OVER = "This link has expired or was used before. Ask for another one.";

/**
 * Whose link it is: the browser that asked for it, or somebody who knows to which address it went. Otherwise somebody could be
 * made to sign in as someone else, by a link that they did not ask for.
 */
const assertOwn = (
  link: { readonly email: string; readonly browser: string },
  { signInToken }: Browser,
  email: string | undefined,
): void => {
  if (signInToken !== undefined && hashKey(signInToken) === link.browser) return;
  if (email === link.email) return;
  const message =
    email === undefined
      ? "You asked for this link in another browser. Enter your email address to continue here."
      : "The link was sent to another email address.";
  throw new DomainError("conflict", message);
};

const personOf = async (deps: Deps, email: string): Promise<PersonRecord> => {
  const { store, newId, now } = deps;
  const known = await store.people.findByEmail(email);
  if (known) return known;
  const person = { id: newId("user"), email, createdAt: new Date(now()).toISOString() };
  try {
    await store.commit(store.people.insert(person));
    return person;
  } catch (error) {
    const winner = error instanceof ConditionFailed ? await store.people.findByEmail(email) : null;
    if (!winner) throw error;
    return winner;
  }
};

/** Ends the session that the browser had, if any: it gets another one. */
export const endEarlier = async (deps: Deps, { sessionToken }: Browser): Promise<void> => {
  try {
    const session = await findSession(deps, sessionToken);
    await endSession(deps, session, session.id);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
};

/**
 * Uses up a link, and begins a session.
 *
 * @throws DomainError `unauthenticated` (the link is over), `conflict` (the email address is needed)
 */
export const finishSignIn = async (
  deps: Deps,
  { token, email }: FinishSignIn,
  browser: Browser,
): Promise<NewSession> => {
  const { store, now } = deps;
  await assertNotTooMany(deps, browser.address);
  const link = signInTokens.isWellFormed(token) ? await store.signInLinks.find(hashKey(token)) : null;
  if (!link || Date.parse(link.expiresAt) <= now()) throw new DomainError("unauthenticated", LINK_IS_OVER);
  assertOwn(link, browser, email);
  try {
    await store.commit(store.signInLinks.use(link));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new DomainError("unauthenticated", LINK_IS_OVER);
  }
  await endEarlier(deps, browser);
  const person = await personOf(deps, link.email);
  return beginSession(deps, person, await accountToOpen(deps, person.id), browser);
};
