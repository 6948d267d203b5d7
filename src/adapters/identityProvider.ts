/** An identity provider, by OpenID Connect. `openid-client` checks its statements: issuer, audience, nonce, times, signature. */
import * as oidc from "openid-client";
import { DomainError } from "../contract/errors.ts";

/** An account's settings, with the client's secret. */
export interface OpenSso {
  readonly issuer: string;
  readonly clientId: string;
  readonly groupsClaim: string;
  /** null: there is none. */
  readonly clientSecret: string | null;
}

/** Who the provider says that somebody is, after all of its statements were checked. */
export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; null: the provider does not say. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly groups: readonly string[];
}

/** What binds the provider's response to the browser that asked for it. */
export interface SsoSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface IdentityProvider {
  /** Reads the provider's discovery document. @throws DomainError `invalid-request`, `target-refused` · TargetError */
  readonly check: (sso: OpenSso) => Promise<void>;
  /** @returns where the browser has to go @throws DomainError `unavailable` */
  readonly begin: (sso: OpenSso, redirectUrl: string, secrets: SsoSecrets) => Promise<string>;
  /** @throws DomainError `unauthenticated` if anything about the response is wrong; `unavailable` */
  readonly finish: (sso: OpenSso, redirectedTo: string, secrets: SsoSecrets) => Promise<ProvenIdentity>;
}

export interface IdentityProviderSettings {
  /** Sends requests to the provider. */
  readonly fetch: typeof globalThis.fetch;
  /** Whether an address without TLS may be used: one that the operator has opened. @throws DomainError `target-refused` */
  readonly mayBePlain: (url: URL) => boolean;
  /** Whether an error of `fetch` is for the caller. */
  readonly isTargetError: (error: unknown) => boolean;
  readonly warn: (message: string, about: Readonly<Record<string, unknown>>) => void;
}

const TIMEOUT_SECONDS = 6;
/** By how much the provider's clock and this one may differ: what its library recommends. */
const CLOCK_TOLERANCE_SECONDS = 30;
const MAX_EMAIL_CHARS = 254;
const MAX_SUBJECT_CHARS = 255;
/** Groups that are looked at. Providers that have more send a reference instead. */
const MAX_GROUPS = 1_000;

/** The addresses in a discovery document that are used. A browser is sent to the first. */
const ENDPOINTS = ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"] as const;
const REQUIRED: readonly string[] = ["authorization_endpoint", "token_endpoint", "jwks_uri"];

const wrongIssuer = (message: string, cause?: unknown): DomainError =>
  new DomainError("invalid-request", `The issuer cannot be used: it ${message}.`, {
    details: [{ path: "issuer", message }],
    cause,
  });

/** The error of `fetch` in the chain of causes. */
const originOf = (
  { isTargetError }: IdentityProviderSettings,
  error: unknown,
): { readonly error: unknown } | null => {
  for (let each = error; each instanceof Error; each = each.cause)
    if (isTargetError(each)) return { error: each };
  return null;
};

/** @throws DomainError `invalid-request` for a provider without an address, or with one that is not https */
const assertEndpoints = (
  { mayBePlain }: IdentityProviderSettings,
  metadata: Readonly<Record<string, unknown>>,
): void => {
  for (const name of ENDPOINTS) {
    const address = metadata[name];
    if (address === undefined && !REQUIRED.includes(name)) continue;
    const url = typeof address === "string" ? URL.parse(address) : null;
    if (!url) throw wrongIssuer(`has no ${name} in its discovery document`);
    if (url.protocol !== "https:" && !mayBePlain(url)) throw wrongIssuer(`has a ${name} that is not https`);
  }
};

const discover = async (settings: IdentityProviderSettings, sso: OpenSso): Promise<oidc.Configuration> => {
  const { issuer, clientId, clientSecret } = sso;
  const url = new URL(issuer);
  const isPlain = url.protocol !== "https:";
  if (isPlain && !settings.mayBePlain(url)) throw wrongIssuer("must be https");
  let found: oidc.Configuration;
  try {
    found = await oidc.discovery(
      url,
      clientId,
      { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      clientSecret === null ? oidc.None() : oidc.ClientSecretPost(clientSecret),
      {
        timeout: TIMEOUT_SECONDS,
        [oidc.customFetch]: settings.fetch as oidc.CustomFetch,
        // Also checks the signature of an ID token that came over TLS.
        execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
      },
    );
  } catch (error) {
    throw originOf(settings, error)?.error ?? wrongIssuer("has no valid discovery document", error);
  }
  const metadata = found.serverMetadata();
  // A template is shared by many issuers, each of which could sign in anybody.
  if (metadata.issuer.includes("{"))
    throw wrongIssuer("is shared by many issuers: use the one of your organization");
  assertEndpoints(settings, metadata);
  return found;
};

const unavailable = (cause: unknown): DomainError =>
  new DomainError(
    "unavailable",
    "Your identity provider did not respond as expected. Try again in a moment.",
    {
      headers: { "retry-after": "10" },
      cause,
    },
  );

/** Discovery for somebody who signs in: they cannot fix what is wrong with it. */
const discoverAgain = async (
  settings: IdentityProviderSettings,
  sso: OpenSso,
): Promise<oidc.Configuration> => {
  try {
    return await discover(settings, sso);
  } catch (error) {
    settings.warn("an identity provider could not be discovered", { issuer: sso.issuer, error });
    throw unavailable(error);
  }
};

const scopesOf = ({ scopes_supported: supported = [] }: Readonly<oidc.ServerMetadata>): string =>
  ["openid", "email", ...(supported.includes("groups") ? ["groups"] : [])].join(" ");

const textsIn = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim])
    .filter((each): each is string => typeof each === "string")
    .slice(0, MAX_GROUPS);

const emailIn = (claim: unknown): string | null => {
  const email = typeof claim === "string" ? claim.trim().toLowerCase() : "";
  return /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(email) && email.length <= MAX_EMAIL_CHARS ? email : null;
};

const exchange = async (
  provider: oidc.Configuration,
  { groupsClaim }: OpenSso,
  redirectedTo: string,
  { state, nonce, codeVerifier }: SsoSecrets,
): Promise<ProvenIdentity> => {
  const tokens = await oidc.authorizationCodeGrant(provider, new URL(redirectedTo), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || claims.sub.length > MAX_SUBJECT_CHARS) throw new Error("there is no usable ID token");
  // Many providers tell an address or groups only when they are asked for them.
  const isComplete = claims.email !== undefined && claims[groupsClaim] !== undefined;
  const asks = !isComplete && provider.serverMetadata().userinfo_endpoint !== undefined;
  const more = asks ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
  const about: Readonly<Record<string, unknown>> = { ...more, ...claims };
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: emailIn(about.email),
    isEmailVerified: about.email_verified === true,
    groups: textsIn(about[groupsClaim]),
  };
};

/** Whether the provider did not answer, or not as one: trying again may help. */
const isUnavailable = (settings: IdentityProviderSettings, error: unknown): boolean => {
  if (originOf(settings, error) !== null) return true;
  const { code } = error as { readonly code?: unknown };
  return (
    error instanceof oidc.ClientError &&
    ["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM", "OAUTH_RESPONSE_IS_NOT_JSON"].includes(
      String(code),
    )
  );
};

export const createIdentityProvider = (settings: IdentityProviderSettings): IdentityProvider => ({
  check: async (sso) => {
    await discover(settings, sso);
  },
  begin: async (sso, redirectUrl, { state, nonce, codeVerifier }) => {
    const provider = await discoverAgain(settings, sso);
    const url = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: redirectUrl,
      scope: scopesOf(provider.serverMetadata()),
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
    });
    return url.href;
  },
  finish: async (sso, redirectedTo, secrets) => {
    const provider = await discoverAgain(settings, sso);
    try {
      return await exchange(provider, sso, redirectedTo, secrets);
    } catch (error) {
      settings.warn("an identity provider's response was refused", { issuer: sso.issuer, error });
      if (isUnavailable(settings, error)) throw unavailable(error);
      throw new DomainError("unauthenticated", "Your identity provider did not sign you in. Try again.", {
        cause: error,
      });
    }
  },
});
