/** Signing in with an account's identity provider: OpenID Connect, authorization code flow with PKCE. */
import { createHash } from "node:crypto";
import type { SsoSecrets } from "../../adapters/identityProvider.ts";
import { DomainError } from "../../contract/errors.ts";
import { type FinishSso, SSO_MINUTES } from "../../contract/people/sso.ts";
import { MINUTE_MS } from "../../contract/units.ts";
import type { SsoRecord, SsoStateRecord } from "../../store/people/sso.ts";
import { ConditionFailed } from "../../store/table.ts";
import { hashKey, sessionTokens, ssoStates } from "../keys/format.ts";
import type { Browser } from "../people/browser.ts";
import { beginSession, type NewSession } from "../people/sessions.ts";
import { assertNotTooMany, endEarlier } from "../people/signIn.ts";
import type { Deps, WithSeals, WithSite } from "../ports.ts";
import { personOf } from "./identities.ts";
import type { WithIdentityProvider } from "./ports.ts";
import { openSso, signInUrlOf } from "./settings.ts";

type SsoDeps = Deps & WithSite & WithSeals & WithIdentityProvider;

/** Derived from the browser's cookie, which nobody else has: none of it is stored. */
const secretsOf = (state: string, browserToken: string): SsoSecrets => {
  const derive = (what: string): string =>
    createHash("sha256").update(`${what} ${state} ${browserToken}`).digest("base64url");
  return { state, nonce: derive("nonce"), codeVerifier: derive("verifier") };
};

/** The same for a code that leads nowhere as for an account that has turned single sign-on off. */
const findSso = async ({ store }: Deps, company: string): Promise<SsoRecord> => {
  const sso = await store.sso.findByCode(company);
  if (!sso)
    throw new DomainError(
      "not-found",
      "There is no sign-in at this address. Check it, or ask an owner of your account.",
    );
  return sso;
};

/** @returns where the browser has to go, and the value of the cookie by which it is recognised when it is back */
export const startSso = async (
  deps: SsoDeps,
  company: string,
  { address, signInToken }: Browser,
): Promise<{ readonly authorizationUrl: string; readonly browserToken: string }> => {
  const { store, now, identityProvider } = deps;
  await assertNotTooMany(deps, address);
  const sso = await findSso(deps, company);
  const { accountId, version } = sso;
  const state = ssoStates.make();
  // Two tabs of a browser share its cookie.
  const isKept = signInToken !== undefined && sessionTokens.isWellFormed(signInToken);
  const browserToken = isKept ? signInToken : sessionTokens.make();
  const authorizationUrl = await identityProvider.begin(
    await openSso(deps, sso),
    signInUrlOf(deps, accountId),
    secretsOf(state, browserToken),
  );
  const expiresAt = new Date(now() + SSO_MINUTES * MINUTE_MS).toISOString();
  const browser = hashKey(browserToken);
  await store.commit(store.sso.insertState({ hash: hashKey(state), browser, accountId, version, expiresAt }));
  return { authorizationUrl, browserToken };
};

const isOver = (): DomainError =>
  new DomainError(
    "unauthenticated",
    "This sign-in has expired, was used before, or began in another browser. Sign in again.",
  );

/** Uses up what a browser began, if it is for this account and its settings are still the same. */
const useState = async (
  { store, now }: Deps,
  sso: SsoRecord,
  state: string,
  browserToken: string,
): Promise<void> => {
  const found: SsoStateRecord | null = ssoStates.isWellFormed(state)
    ? await store.sso.findState(hashKey(state))
    : null;
  if (
    found?.browser !== hashKey(browserToken) ||
    found.accountId !== sso.accountId ||
    found.version !== sso.version ||
    Date.parse(found.expiresAt) <= now()
  )
    throw isOver();
  try {
    await store.commit(store.sso.useState(found));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw isOver();
  }
};

/**
 * Checks what the provider returned, and begins a session, which is about its account only.
 *
 * @throws DomainError `unauthenticated`, `not-found`, `conflict`, `limit-reached`, `unavailable`
 */
export const finishSso = async (
  deps: SsoDeps,
  { company, query }: FinishSso,
  browser: Browser,
): Promise<NewSession> => {
  const { store, identityProvider } = deps;
  await assertNotTooMany(deps, browser.address);
  const sso = await findSso(deps, company);
  const { accountId } = sso;
  const { signInToken } = browser;
  if (signInToken === undefined) throw isOver();
  const state = new URLSearchParams(query).get("state") ?? "";
  await useState(deps, sso, state, signInToken);
  const redirectedTo = new URL(signInUrlOf(deps, accountId));
  redirectedTo.search = query;
  const secrets = secretsOf(state, signInToken);
  const proven = await identityProvider.finish(await openSso(deps, sso), redirectedTo.href, secrets);
  const person = await personOf(deps, { sso, proven, browser });
  await endEarlier(deps, browser);
  try {
    return await beginSession(deps, person, accountId, browser, {
      ssoAccountId: accountId,
      checks: store.sso.unchanged(sso),
    });
  } catch (error) {
    // The settings were changed meanwhile.
    if (error instanceof ConditionFailed && error.refused(store.sso.settingsKey(accountId))) throw isOver();
    throw error;
  }
};
