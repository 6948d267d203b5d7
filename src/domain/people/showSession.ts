/** What a session shows about itself, and how it moves between accounts. */
import { DomainError } from "../../contract/errors.ts";
import type { PersonSession } from "../../contract/people/people.ts";
import { ROLE_SCOPES, type Role } from "../../contract/people/roles.ts";
import type { SessionRecord } from "../../store/people/personSessions.ts";
import type { Deps } from "../ports.ts";
import { isDueForRenewal, type NewSession, renewSession } from "./sessions.ts";

interface OwnAccount {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** The accounts of a person that a session may be about, by name. */
const accountsOf = async (
  { store }: Deps,
  { personId, ssoAccountId }: Pick<SessionRecord, "personId" | "ssoAccountId">,
): Promise<OwnAccount[]> => {
  const ids = ssoAccountId === undefined ? await store.people.listAccounts(personId) : [ssoAccountId];
  const found = await Promise.all(
    ids.map(async (id) => {
      const [account, member] = await Promise.all([
        store.accounts.get(id),
        store.people.findMember(id, personId),
      ]);
      return account && member ? [{ id, name: account.name, role: member.role }] : [];
    }),
  );
  return found.flat().toSorted((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
};

/** The account that a new session is about; null if the person belongs to none. */
export const accountToOpen = async (deps: Deps, personId: string): Promise<string | null> =>
  (await accountsOf(deps, { personId }))[0]?.id ?? null;

const invitationsFor = async (
  deps: Deps,
  { email, ssoAccountId }: SessionRecord,
): Promise<PersonSession["invitations"]> => {
  const { store, now } = deps;
  // An invitation is for whoever has proved the address.
  if (ssoAccountId !== undefined) return [];
  const found = await store.invitations.listFor(email);
  const shown = await Promise.all(
    found
      .filter(({ expiresAt }) => Date.parse(expiresAt) > now())
      .map(async ({ id, accountId, role, expiresAt }) => {
        const account = await store.accounts.get(accountId);
        return account ? [{ id, accountName: account.name, role, expiresAt }] : [];
      }),
  );
  return shown.flat();
};

export const showSession = async (deps: Deps, session: SessionRecord): Promise<PersonSession> => {
  const { id, personId, email, accountId, expiresAt, ssoAccountId } = session;
  const [accounts, invitations] = await Promise.all([
    accountsOf(deps, session),
    invitationsFor(deps, session),
  ]);
  const current = accounts.find((account) => account.id === accountId);
  return {
    id,
    person: { id: personId, email },
    signedInWith: ssoAccountId === undefined ? "email" : "sso",
    account: current ? { ...current, scopes: [...ROLE_SCOPES[current.role]] } : null,
    accounts,
    invitations,
    expiresAt,
  };
};

export interface Shown {
  readonly shown: PersonSession;
  /** The cookie's new token, if it has one. */
  readonly token?: string;
}

const showNew = async (deps: Deps, made: NewSession): Promise<Shown> => ({
  shown: await showSession(deps, made.session),
  token: made.token,
});

/** The session, with a new token once a day, or where its account is no longer the person's. */
export const getSession = async (deps: Deps, session: SessionRecord): Promise<Shown> => {
  const { accountId, personId, kind, ssoAccountId } = session;
  // A device stays with the account that it was approved for.
  if (kind === "device") return { shown: await showSession(deps, session) };
  const isMember = accountId !== null && (await deps.store.people.findMember(accountId, personId)) !== null;
  const next = isMember || ssoAccountId !== undefined ? accountId : await accountToOpen(deps, personId);
  const isUnchanged = next === accountId && !isDueForRenewal(deps, session);
  const made = isUnchanged ? null : await renewSession(deps, session, next);
  return made ? showNew(deps, made) : { shown: await showSession(deps, session) };
};

/**
 * For what is about all accounts of a person: an account's identity provider can only speak for its own.
 *
 * @throws DomainError `missing-scope`
 */
export const assertProvedAddress = ({ ssoAccountId }: SessionRecord): void => {
  if (ssoAccountId === undefined) return;
  throw new DomainError(
    "missing-scope",
    "You signed in with your company's account, which is good for this account only. Sign in with an email link to do this.",
  );
};

/** Moves a session to an account of the person. */
export const moveTo = async (deps: Deps, session: SessionRecord, accountId: string): Promise<Shown> => {
  assertProvedAddress(session);
  const made = await renewSession(deps, session, accountId);
  if (!made) throw new DomainError("conflict", "The session has just been changed in another tab: reload.");
  return showNew(deps, made);
};

/** @throws DomainError `not-found` if the person does not belong to the account */
export const switchAccount = async (
  deps: Deps,
  session: SessionRecord,
  accountId: string,
): Promise<Shown> => {
  if (!(await deps.store.people.findMember(accountId, session.personId)))
    throw new DomainError("not-found", `You do not belong to an account ${accountId}.`);
  return moveTo(deps, session, accountId);
};
