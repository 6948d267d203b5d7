/** Who belongs to an account, in which role. */

import { DEPRECATED_SCOPES } from "../../contract/account/scopes.ts";
import { DomainError } from "../../contract/errors.ts";
import type { Person } from "../../contract/people/people.ts";
import { ROLE_SCOPES, type Role } from "../../contract/people/roles.ts";
import type { InvitationRecord } from "../../store/people/invitations.ts";
import type { MemberRecord } from "../../store/people/people.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import { audit } from "../journal/journal.ts";
import type { Caller, Deps } from "../ports.ts";
import { endSessionsIn } from "./sessions.ts";
import { showInvitation, showMember } from "./showPerson.ts";

/** @throws DomainError `missing-scope` if the role can do more than the caller */
export const assertMayGrant = ({ scopes }: Caller, role: Role): void => {
  const own: readonly string[] = scopes;
  const lacking = ROLE_SCOPES[role].filter(
    (scope) => !own.includes(scope) && !DEPRECATED_SCOPES.includes(scope),
  );
  if (lacking.length > 0)
    throw new DomainError(
      "missing-scope",
      `You cannot manage people with the role ${role}, which has scopes that you lack: ${lacking.join(", ")}.`,
    );
};

const isPending = ({ now }: Deps, { expiresAt }: InvitationRecord): boolean => Date.parse(expiresAt) > now();

/** The members and the invitations that can still be accepted. */
export const readPeople = async (deps: Deps, accountId: string) => {
  const { store } = deps;
  const [members, invitations] = await Promise.all([
    store.people.listEver(accountId),
    store.invitations.list(accountId),
  ]);
  return {
    members: members.filter(({ removedAt }) => removedAt === null),
    invitations: invitations.filter((invitation) => isPending(deps, invitation)),
  };
};

export const listPeople = async (deps: Deps, { accountId }: Caller) => {
  const { members, invitations } = await readPeople(deps, accountId);
  const byEmail = <T extends { readonly email: string }>(people: readonly T[]): T[] =>
    people.toSorted((a, b) => a.email.localeCompare(b.email));
  const items = [...byEmail(members).map(showMember), ...byEmail(invitations).map(showInvitation)];
  return { items, total: items.length };
};

/** The owners that an account has more or fewer of when a member's role changes. */
const countOwners = (
  { store }: Deps,
  accountId: string,
  before: Role | null,
  after: Role | null,
): readonly Write[] => {
  if ((before === "owner") === (after === "owner")) return [];
  return after === "owner" ? store.accounts.addOwner(accountId) : store.accounts.removeOwner(accountId);
};

const lastOwner = (): DomainError =>
  new DomainError("conflict", "This is the account's last owner: make somebody else an owner first.");

/** Makes somebody a member. */
export const joinWrites = (deps: Deps, member: MemberRecord): readonly Write[] => [
  ...deps.store.people.join(member),
  ...countOwners(deps, member.accountId, null, member.role),
];

/** A member gets another role. Commit with `commitAboutOwners`. */
export const roleWrites = (deps: Deps, member: MemberRecord, role: Role): readonly Write[] => [
  ...deps.store.people.changeRole(member, role),
  ...countOwners(deps, member.accountId, member.role, role),
];

/** A person leaves an account. Commit with `commitAboutOwners`. */
export const leaveWrites = (deps: Deps, member: MemberRecord): readonly Write[] => [
  ...deps.store.people.leave(member, new Date(deps.now()).toISOString()),
  ...countOwners(deps, member.accountId, member.role, null),
];

/** @throws DomainError `conflict` if there would be no owner left, or the member has just been changed */
export const commitAboutOwners = async (
  { store }: Deps,
  accountIds: readonly string[],
  ...writes: readonly (readonly Write[])[]
): Promise<void> => {
  try {
    await store.commit(...writes);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const refusal = error;
    if (accountIds.some((id) => refusal.refused(store.accounts.key(id)))) throw lastOwner();
    throw new DomainError("conflict", "The member has just been changed by another request: try again.");
  }
};

const findMember = async ({ store }: Deps, accountId: string, id: string): Promise<MemberRecord> => {
  const member = await store.people.findMember(accountId, id);
  if (!member) throw notFound("person", id);
  return member;
};

export const updatePerson = async (deps: Deps, caller: Caller, id: string, role: Role): Promise<Person> => {
  const { accountId } = caller;
  const member = await findMember(deps, accountId, id);
  assertMayGrant(caller, member.role);
  assertMayGrant(caller, role);
  if (member.role === role) return showMember(member);
  await commitAboutOwners(
    deps,
    [accountId],
    roleWrites(deps, member, role),
    audit(deps, caller, {
      action: "person.role_changed",
      resource: id,
      metadata: { from: member.role, to: role },
    }),
  );
  return showMember({ ...member, role });
};

const withdraw = async (deps: Deps, caller: Caller, invitation: InvitationRecord): Promise<void> => {
  try {
    await deps.store.commit(
      deps.store.invitations.remove(invitation),
      audit(deps, caller, { action: "person.invitation_withdrawn", resource: invitation.id }),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new DomainError("conflict", "The invitation has just been changed or accepted: list people again.");
  }
};

/** Removes a member, whose sessions in the account end, or withdraws an invitation. */
export const removePerson = async (deps: Deps, caller: Caller, id: string) => {
  const { accountId } = caller;
  const invitation = await deps.store.invitations.get(accountId, id);
  const removed = { id, removedAt: new Date(deps.now()).toISOString() };
  if (invitation) {
    assertMayGrant(caller, invitation.role);
    await withdraw(deps, caller, invitation);
    return removed;
  }
  const member = await findMember(deps, accountId, id);
  assertMayGrant(caller, member.role);
  await commitAboutOwners(
    deps,
    [accountId],
    leaveWrites(deps, member),
    audit(deps, caller, { action: "person.removed", resource: id, metadata: { role: member.role } }),
  );
  // Each request of a session asks for the membership, so none gets through meanwhile.
  await endSessionsIn(deps, id, accountId);
  return removed;
};
