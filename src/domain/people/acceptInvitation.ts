import { DomainError } from "../../contract/errors.ts";
import { MAX_PEOPLE } from "../../contract/people/people.ts";
import type { MemberRecord } from "../../store/people/people.ts";
import { ConditionFailed } from "../../store/table.ts";
import { audit } from "../journal/journal.ts";
import type { Deps, SignedIn } from "../ports.ts";
import { actorIn } from "./actor.ts";
import { joinWrites, readPeople } from "./members.ts";
import { assertProvedAddress, moveTo, type Shown } from "./showSession.ts";

/**
 * Accepts an invitation: once, within its time, and only for the address that it was sent to.
 *
 * @throws DomainError `not-found`, `limit-reached`, `conflict`
 */
export const acceptInvitation = async (deps: Deps, session: SignedIn, id: string): Promise<Shown> => {
  const { store, now } = deps;
  const { personId, email } = session;
  assertProvedAddress(session);
  const all = await store.invitations.listFor(email);
  const invitation = all.find((each) => each.id === id && Date.parse(each.expiresAt) > now());
  if (!invitation)
    throw new DomainError("not-found", `There is no invitation ${id} for ${email}: it may have expired.`);
  const { accountId, role } = invitation;
  const { members } = await readPeople(deps, accountId);
  const isMember = members.some((member) => member.personId === personId);
  if (!isMember && members.length >= MAX_PEOPLE)
    throw new DomainError("limit-reached", `An account can have ${MAX_PEOPLE} members.`);
  const joinedAt = new Date(now()).toISOString();
  const member: MemberRecord = { accountId, personId, email, role, joinedAt, removedAt: null };
  try {
    await store.commit(
      store.invitations.remove(invitation),
      isMember ? [] : joinWrites(deps, member),
      audit(deps, actorIn(accountId, session), {
        action: "person.joined",
        resource: personId,
        metadata: { role, invitation: id },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new DomainError("conflict", "The invitation has just been accepted or withdrawn.");
  }
  return moveTo(deps, session, accountId);
};
