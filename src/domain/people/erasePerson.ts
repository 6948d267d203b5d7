import { DomainError } from "../../contract/errors.ts";
import { audit } from "../journal/journal.ts";
import type { Deps, SignedIn } from "../ports.ts";
import { actorIn } from "./actor.ts";
import { commitAboutOwners, leaveWrites } from "./members.ts";
import { assertProvedAddress } from "./showSession.ts";

/** Before anything is erased. @throws DomainError `conflict` */
const assertNoLastOwner = async ({ store }: Deps, personId: string): Promise<void> => {
  for (const accountId of await store.people.listAccounts(personId)) {
    const [account, member] = await Promise.all([
      store.accounts.get(accountId),
      store.people.findMember(accountId, personId),
    ]);
    if (account && member?.role === "owner" && (account.owners ?? 0) < 2)
      throw new DomainError(
        "conflict",
        `You are the last owner of "${account.name}" (${accountId}): make somebody else an owner first.`,
      );
  }
};

/**
 * Erases a person: ends the sessions, leaves all accounts, and erases the address wherever it is stored.
 *
 * @throws DomainError `conflict` where the person is the last owner of an account
 */
export const erasePerson = async (deps: Deps, session: SignedIn) => {
  const { store, now } = deps;
  const { personId: id, email } = session;
  const person = (await store.people.get(id)) ?? { id, email, createdAt: "" };
  // An identity provider's session may erase only people that the provider signed in first.
  if (person.ssoAccountId === undefined) assertProvedAddress(session);
  await assertNoLastOwner(deps, id);
  for (;;) {
    const ids = await store.people.listAccounts(id);
    if (ids.length === 0) break;
    for (const accountId of ids) {
      const member = await store.people.findMember(accountId, id);
      if (member)
        await commitAboutOwners(
          deps,
          [accountId],
          leaveWrites(deps, member),
          audit(deps, actorIn(accountId, session), { action: "person.left", resource: id }),
        );
      await store.commit(await store.sso.forget(accountId, id), store.people.forget(accountId, id));
    }
  }
  const isTheirs = person.ssoAccountId === undefined;
  const invitations = isTheirs ? await store.invitations.listFor(email) : [];
  for (const invitation of invitations) await store.commit(store.invitations.remove(invitation));
  const sessions = await store.personSessions.list(id);
  await store.commit(store.personSessions.erase(sessions), store.people.erase(person));
  return { id, removedAt: new Date(now()).toISOString() };
};
