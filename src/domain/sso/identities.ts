/** Whom an account's identity provider has sent: which person of the account, in which role. */
import type { ProvenIdentity } from "../../adapters/identityProvider.ts";
import { DomainError } from "../../contract/errors.ts";
import { MAX_PEOPLE } from "../../contract/people/people.ts";
import { ROLE_SCOPES, type Role } from "../../contract/people/roles.ts";
import type { InvitationRecord } from "../../store/people/invitations.ts";
import type { MemberRecord, PersonRecord } from "../../store/people/people.ts";
import type { SsoRecord } from "../../store/people/sso.ts";
import { ConditionFailed } from "../../store/table.ts";
import { audit } from "../journal/journal.ts";
import type { Browser } from "../people/browser.ts";
import { commitAboutOwners, joinWrites, readPeople, roleWrites } from "../people/members.ts";
import { endSsoSessions } from "../people/sessions.ts";
import type { Actor, Deps } from "../ports.ts";

/** Two browsers may bring the same person for the first time. */
const ATTEMPTS = 3;

/** What is decided by: the settings, who came, and the browser for the audit log. */
interface Arrival {
  readonly sso: SsoRecord;
  readonly proven: ProvenIdentity;
  readonly browser: Browser;
}

/** A person who was first signed in by the account's provider, and belongs to no other account. */
type Brought = PersonRecord & { readonly ssoAccountId: string };

const refuse = (message: string): DomainError => new DomainError("unauthenticated", message);

/** The highest role of a person's groups; undefined: roles are not given by groups. */
const roleOfGroups = ({ sso, proven }: Arrival): Role | null | undefined => {
  if (sso.groupRoles.length === 0) return undefined;
  const roles = sso.groupRoles.filter(({ group }) => proven.groups.includes(group)).map(({ role }) => role);
  const [highest] = roles.toSorted((a, b) => ROLE_SCOPES[b].length - ROLE_SCOPES[a].length);
  return highest ?? sso.defaultRole;
};

const actorOf = ({ sso, browser }: Arrival, personId: string): Actor => ({
  accountId: sso.accountId,
  userId: personId,
  keyId: null,
  request: { id: browser.requestId, address: browser.address },
});

/** The address, if the provider has verified it. Only such a one may stand for a member or an invitation. */
const verifiedEmail = ({ proven }: Arrival): string | null => (proven.isEmailVerified ? proven.email : null);

/** Gives a member the role of their groups. The last owner stays one. */
const followGroups = async (deps: Deps, arrival: Arrival, member: MemberRecord): Promise<void> => {
  const role = roleOfGroups(arrival);
  if (role === undefined || role === member.role) return;
  const { accountId, personId } = member;
  if (role === null) {
    await endSsoSessions(deps, personId, accountId);
    throw refuse(
      "None of your groups has a role in this account. Ask an owner of the account, or your administrator.",
    );
  }
  try {
    await commitAboutOwners(
      deps,
      [accountId],
      roleWrites(deps, member, role),
      audit(deps, actorOf(arrival, personId), {
        action: "person.role_changed",
        resource: personId,
        metadata: { from: member.role, to: role, by: "groups" },
      }),
    );
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "conflict") throw error;
    deps.log.warn("a role was not changed by groups", { accountId, personId, role, error });
  }
};

/** Somebody becomes a member: by an invitation, by their groups, or because everybody from the provider does. */
const joinAccount = async (
  deps: Deps,
  arrival: Arrival,
  person: Brought,
  isNew: boolean,
  invitation: InvitationRecord | undefined,
  count: number,
): Promise<void> => {
  const { store, now } = deps;
  const { sso, proven } = arrival;
  const { accountId } = sso;
  const byGroups = roleOfGroups(arrival);
  const role = byGroups === undefined ? (invitation?.role ?? (isNew ? sso.defaultRole : null)) : byGroups;
  if (role === null || (!isNew && !invitation))
    throw refuse("You have no role in this account. Ask an owner of the account to invite you.");
  if (count >= MAX_PEOPLE)
    throw new DomainError("limit-reached", `An account can have ${MAX_PEOPLE} members.`);
  const joinedAt = new Date(now()).toISOString();
  const { id: personId, email } = person;
  await store.commit(
    isNew ? store.people.insertUnproven(person) : [],
    isNew ? store.sso.link(accountId, person, proven) : [],
    joinWrites(deps, { accountId, personId, email, role, joinedAt, removedAt: null }),
    invitation ? store.invitations.remove(invitation) : [],
    audit(deps, actorOf(arrival, personId), {
      action: "person.joined",
      resource: personId,
      metadata: { role, by: "sso", ...(invitation && { invitation: invitation.id }) },
    }),
  );
};

const ANOTHER_IDENTITY =
  "The member with your address is known to your identity provider as somebody else. Ask an owner of the account.";

/** A person who has not signed in to the account with this identity before. */
const arriveFirst = async (deps: Deps, arrival: Arrival): Promise<PersonRecord> => {
  const { store, newId, now } = deps;
  const { sso, proven } = arrival;
  const { accountId } = sso;
  if (proven.email === null)
    throw refuse(
      "Your identity provider sends no email address. Ask its administrator to release the claim email.",
    );
  const verified = verifiedEmail(arrival);
  const { members, invitations } = await readPeople(deps, accountId);
  const member = members.find(({ email }) => email === proven.email);
  if (member && verified === null)
    throw refuse("Your identity provider has not verified your email address, which belongs to a member.");
  const known = member && (await store.people.get(member.personId));
  if (known) {
    await store.commit(store.sso.link(accountId, known, proven)).catch((error: unknown) => {
      if (!(error instanceof ConditionFailed)) throw error;
      throw new DomainError("conflict", ANOTHER_IDENTITY);
    });
    await followGroups(deps, arrival, member);
    return known;
  }
  const createdAt = new Date(now()).toISOString();
  const person = { id: newId("user"), email: proven.email, createdAt, ssoAccountId: accountId };
  const invitation = invitations.find(({ email }) => email === verified);
  await joinAccount(deps, arrival, person, true, invitation, members.length);
  return person;
};

/** A person who has signed in to the account with this identity before, even if the address has changed. */
const arriveAgain = async (deps: Deps, arrival: Arrival, person: PersonRecord): Promise<PersonRecord> => {
  const { store } = deps;
  const { accountId } = arrival.sso;
  const member = await store.people.findMember(accountId, person.id);
  if (member) {
    await followGroups(deps, arrival, member);
    return person;
  }
  const { ssoAccountId } = person;
  // Nobody is put into an account without their own word, and the provider has none for other people's addresses.
  if (ssoAccountId === undefined)
    throw refuse(
      "You were removed from this account. Ask an owner to invite you, and accept with an email link.",
    );
  // Whoever was removed comes back only by an invitation.
  const { members, invitations } = await readPeople(deps, accountId);
  const verified = verifiedEmail(arrival);
  const invitation = invitations.find(({ email }) => email === verified);
  await joinAccount(deps, arrival, { ...person, ssoAccountId }, false, invitation, members.length);
  return person;
};

/**
 * The account's person for a sign-in by the provider. They are identified by issuer and subject. The first time, a verified address
 * may show that they are a member, or invited.
 *
 * @throws DomainError `unauthenticated`, `conflict`, `limit-reached`
 */
export const personOf = async (deps: Deps, arrival: Arrival): Promise<PersonRecord> => {
  const { store } = deps;
  const { sso, proven } = arrival;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const id = await store.sso.findPerson(sso.accountId, proven);
      const person = id === null ? null : await store.people.get(id);
      return await (person ? arriveAgain(deps, arrival, person) : arriveFirst(deps, arrival));
    } catch (error) {
      const isRace =
        error instanceof ConditionFailed || (error instanceof DomainError && error.code === "conflict");
      if (!isRace || attempt === ATTEMPTS) throw error;
    }
  }
};
