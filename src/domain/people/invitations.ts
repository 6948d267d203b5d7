import { DomainError } from "../../contract/errors.ts";
import { INVITATION_DAYS, type InvitePerson, MAX_PEOPLE, type Person } from "../../contract/people/people.ts";
import { DAY_MS, SECOND_MS } from "../../contract/units.ts";
import type { InvitationRecord } from "../../store/people/invitations.ts";
import { audit } from "../journal/journal.ts";
import { hashKey } from "../keys/format.ts";
import type { Caller, Deps, WithPersonMails, WithSite } from "../ports.ts";
import { assertMayGrant, readPeople } from "./members.ts";
import { showInvitation } from "./showPerson.ts";

const DAY_SECONDS = DAY_MS / SECOND_MS;
/** Mails per day: to one address, from whichever account, and of one account. */
const PER_DAY = { address: 20, account: 2 * MAX_PEOPLE };

const assertNotTooMany = async ({ store, now }: Deps, accountId: string, email: string): Promise<void> => {
  const [toAddress, ofAccount] = await Promise.all([
    store.rateWindows.hitSignIn(`invited#${hashKey(email)}`, now(), DAY_SECONDS),
    store.rateWindows.hitSignIn(`invites#${accountId}`, now(), DAY_SECONDS),
  ]);
  if (toAddress > PER_DAY.address || ofAccount > PER_DAY.account)
    throw new DomainError("limit-reached", "Too many invitations were sent today. Try again tomorrow.");
};

/**
 * Invites an address: the person who signs in with it can accept. The mail contains no secret, so it can be forwarded without harm.
 *
 * @throws DomainError `missing-scope`, `conflict` (already a member), `limit-reached`
 */
export const invitePerson = async (
  deps: Deps & WithPersonMails & WithSite,
  caller: Caller,
  { email, role }: InvitePerson,
): Promise<Person> => {
  const { store, now, newId, personMails, log } = deps;
  const { accountId } = caller;
  const site = deps.site();
  assertMayGrant(caller, role);
  const { members, invitations } = await readPeople(deps, accountId);
  if (members.some((member) => member.email === email))
    throw new DomainError("conflict", `${email} is already a member of this account.`);
  const earlier = invitations.find((each) => each.email === email);
  if (!earlier && members.length + invitations.length >= MAX_PEOPLE)
    throw new DomainError("limit-reached", `An account can have ${MAX_PEOPLE} members and invitations.`);
  await assertNotTooMany(deps, accountId, email);
  const at = now();
  const invitation: InvitationRecord = {
    id: earlier?.id ?? newId("invitation"),
    accountId,
    email,
    role,
    createdAt: new Date(at).toISOString(),
    expiresAt: new Date(at + INVITATION_DAYS * DAY_MS).toISOString(),
    mail: "pending",
  };
  await store.commit(
    store.invitations.put(invitation),
    audit(deps, caller, { action: "person.invited", resource: invitation.id, metadata: { role } }),
  );
  const message = { type: "invitation", accountId, invitationId: invitation.id, site } as const;
  await personMails.send(message).catch(async (error: unknown) => {
    log.warn("an invitation was not announced", { error });
    await store.commit(store.invitations.noteMail(invitation, "failed"));
  });
  return showInvitation(invitation);
};
