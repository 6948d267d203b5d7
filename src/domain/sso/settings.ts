/** An account's identity provider, as its owner has set it. */
import { createHash, randomUUID } from "node:crypto";
import type { OpenSso } from "../../adapters/identityProvider.ts";
import { KEPT_SECRET } from "../../contract/deliveries/destinationTargets.ts";
import { DomainError } from "../../contract/errors.ts";
import type { PutSso, Sso } from "../../contract/people/sso.ts";
import type { SsoRecord } from "../../store/people/sso.ts";
import { ConditionFailed } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import { audit } from "../journal/journal.ts";
import { assertMayGrant } from "../people/members.ts";
import { pageOf } from "../people/page.ts";
import { endSsoSessions } from "../people/sessions.ts";
import type { Caller, Deps, WithSeals, WithSite } from "../ports.ts";
import type { WithIdentityProvider } from "./ports.ts";

/** Without vowels, so that no code is a word: 52 bits. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const CODE_LENGTH = 12;
const BITS_PER_LETTER = 16;

/** Always the same for an account, so that its address can be registered with the provider before there are settings. */
const codeOf = (accountId: string): string => {
  const bytes = createHash("sha512").update(`sign-in address of ${accountId}`).digest();
  const letters = Array.from({ length: CODE_LENGTH }, (_, at) =>
    LETTERS.charAt(bytes.readUInt16BE((at * BITS_PER_LETTER) / 8) % LETTERS.length),
  );
  return (letters.join("").match(/.{4}/g) ?? []).join("-");
};

/**
 * The page on which people sign in, and to which the provider sends them back. One for each account, so that a response cannot
 * be taken for one of another account's provider (mix-up: RFC 9700, 4.4).
 */
export const signInUrlOf = ({ site }: WithSite, accountId: string): string =>
  pageOf(site(), `sign-in/${codeOf(accountId)}`);

/** The context that the client's secret is sealed for. */
export const boundTo = (accountId: string) => ({ accountId, recordId: "sso" });

export const openSso = async ({ seals }: WithSeals, sso: SsoRecord): Promise<OpenSso> => {
  const { accountId, issuer, clientId, groupsClaim } = sso;
  const [secret] = sso.secrets;
  const clientSecret = secret ? await seals.open(secret.sealed, boundTo(accountId)) : null;
  return { issuer, clientId, groupsClaim, clientSecret };
};

const show = (deps: WithSite, accountId: string, sso: SsoRecord | null): Sso => ({
  signInUrl: signInUrlOf(deps, accountId),
  provider: sso && {
    issuer: sso.issuer,
    clientId: sso.clientId,
    clientSecret: sso.secrets.length > 0 ? KEPT_SECRET : null,
    groupsClaim: sso.groupsClaim,
    groupRoles: sso.groupRoles.map((each) => ({ ...each })),
    defaultRole: sso.defaultRole === "owner" ? null : sso.defaultRole,
    updatedAt: sso.updatedAt,
  },
});

export const getSso = async (deps: Deps & WithSite, { accountId }: Caller): Promise<Sso> =>
  show(deps, accountId, await deps.store.sso.get(accountId));

/** What is taken over belongs to the client at this provider: no other one must get it. */
const keptSecret = async (
  deps: WithSeals,
  before: SsoRecord | null,
  wish: PutSso,
): Promise<string | null> => {
  if (wish.clientSecret !== KEPT_SECRET) return wish.clientSecret;
  if (before?.issuer === wish.issuer && before.clientId === wish.clientId && before.secrets.length > 0)
    return (await openSso(deps, before)).clientSecret;
  const message = before
    ? "must be sent again, because the issuer or the client is another one"
    : "must be the secret itself";
  throw new DomainError("invalid-request", `The client's secret ${message}.`, {
    details: [{ path: "clientSecret", message }],
  });
};

const assertUnchanged = (error: unknown): never => {
  if (!(error instanceof ConditionFailed)) throw error;
  throw new DomainError(
    "conflict",
    "Single sign-on has just been changed by another request: read it again.",
  );
};

/** Sessions that another provider, or the same one for another client, has vouched for are over. */
const endSessions = async (deps: Deps, accountId: string): Promise<void> => {
  for (const { personId } of await deps.store.people.listEver(accountId))
    await endSsoSessions(deps, personId, accountId);
};

/**
 * Sets the identity provider. It can vouch for anybody in the account, so only those who may make owners can set it.
 *
 * @throws DomainError `missing-scope`, `invalid-request`, `target-refused`, `conflict` · TargetError
 */
export const putSso = async (
  deps: Deps & WithSite & WithSeals & WithIdentityProvider,
  caller: Caller,
  wish: PutSso,
): Promise<Sso> => {
  const { store, now, seals, identityProvider } = deps;
  const { accountId } = caller;
  assertMayGrant(caller, "owner");
  deps.checkTarget(wish.issuer);
  const shown = signInUrlOf(deps, accountId);
  const before = await store.sso.get(accountId);
  const clientSecret = await keptSecret(deps, before, wish);
  const { issuer, clientId, groupsClaim, groupRoles, defaultRole } = wish;
  await identityProvider.check({ issuer, clientId, groupsClaim, clientSecret });
  const sso: SsoRecord = {
    accountId,
    code: codeOf(accountId),
    issuer,
    clientId,
    secrets: clientSecret === null ? [] : [{ sealed: await seals.seal(clientSecret, boundTo(accountId)) }],
    groupsClaim,
    groupRoles,
    defaultRole,
    version: randomUUID(),
    updatedAt: new Date(now()).toISOString(),
  };
  await store
    .commit(
      store.sso.put(before, sso),
      audit(deps, caller, {
        action: before ? "sso.updated" : "sso.created",
        resource: accountId,
        metadata: { issuer, clientId, groupRoles, defaultRole, signInUrl: shown },
      }),
    )
    .catch(assertUnchanged);
  if (before && (before.issuer !== issuer || before.clientId !== clientId))
    await endSessions(deps, accountId);
  return show(deps, accountId, sso);
};

/** @throws DomainError `conflict` if the account would have owners, and none of them could sign in */
const assertOwnerWithEmail = async ({ store }: Deps, accountId: string): Promise<void> => {
  const members = await store.people.listEver(accountId);
  const owners = members.filter(({ role, removedAt }) => role === "owner" && removedAt === null);
  const people = await Promise.all(owners.map(({ personId }) => store.people.get(personId)));
  if (owners.length === 0 || people.some((person) => person && person.ssoAccountId === undefined)) return;
  throw new DomainError(
    "conflict",
    "No owner of this account can sign in by email. Invite one, and have them accept with an email link first.",
  );
};

/** Turns single sign-on off: sessions that began with it end. @throws DomainError `not-found`, `conflict` */
export const deleteSso = async (deps: Deps & WithSite, caller: Caller): Promise<Sso> => {
  const { store } = deps;
  const { accountId } = caller;
  const before = await store.sso.get(accountId);
  if (!before) throw notFound("single sign-on of the account", accountId);
  await assertOwnerWithEmail(deps, accountId);
  await store
    .commit(
      store.sso.remove(before),
      audit(deps, caller, {
        action: "sso.deleted",
        resource: accountId,
        metadata: { issuer: before.issuer, clientId: before.clientId },
      }),
    )
    .catch(assertUnchanged);
  await endSessions(deps, accountId);
  return show(deps, accountId, null);
};
