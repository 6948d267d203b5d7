import type { Operation } from "../operation.ts";
import { PersonSession } from "../people/people.ts";
import {
  FinishSso,
  PutSso,
  SSO_MINUTES,
  SSO_SESSION_HOURS,
  Sso,
  SsoStarted,
  StartSso,
} from "../people/sso.ts";

const SSO = "Single sign-on";

/** Discovery, the exchange of the code and the provider's keys, each with a timeout of its own. */
const TIMEOUT_SECONDS = 29;

export const getSso = {
  method: "GET",
  path: "/account/sso",
  tag: SSO,
  summary: "Get single sign-on",
  description: "Also has the address to register with the identity provider before there are settings.",
  scope: "account:read",
  success: { status: 200, description: "The settings.", data: Sso },
  errors: ["not-configured"],
  touches: { table: "read" },
} as const satisfies Operation;

export const putSso = {
  method: "PUT",
  path: "/account/sso",
  tag: SSO,
  summary: "Set up single sign-on",
  description:
    "People of the account can then sign in with its identity provider (OpenID Connect). The provider's discovery document is " +
    "read first. The provider speaks for this account and no other, and for everybody in it: so you need all scopes of an " +
    "owner. Sessions that began with another issuer or client end.",
  scope: "account:write",
  body: PutSso,
  success: { status: 200, description: "The settings.", data: Sso },
  errors: ["conflict", "not-configured", "target-refused", "target-denied", "target-failed", "egress-failed"],
  touches: { table: "write", secret: true, web: true },
  timeoutSeconds: TIMEOUT_SECONDS,
} as const satisfies Operation;

export const deleteSso = {
  method: "DELETE",
  path: "/account/sso",
  tag: SSO,
  summary: "Turn single sign-on off",
  description:
    "Sessions that began with it end immediately. Refused while no owner of the account can sign in by email.",
  scope: "account:write",
  success: { status: 200, description: "Single sign-on is off.", data: Sso },
  errors: ["not-found", "conflict", "not-configured"],
  touches: { table: "write" },
} as const satisfies Operation;

export const startSso = {
  method: "POST",
  path: "/sign-in/sso",
  tag: SSO,
  summary: "Start signing in with a company's account",
  description:
    "OpenID Connect: authorization code flow with PKCE. Send the browser to `authorizationUrl`; it has to come back within " +
    `${SSO_MINUTES} minutes.`,
  scope: null,
  session: "begins",
  body: StartSso,
  success: { status: 201, description: "Where to go.", data: SsoStarted },
  errors: ["not-found", "not-configured", "rate-limited", "unavailable"],
  touches: { table: "update", secret: true, web: true },
  timeoutSeconds: TIMEOUT_SECONDS,
} as const satisfies Operation;

export const finishSso = {
  method: "POST",
  path: "/sign-in/sso/finish",
  tag: SSO,
  summary: "Sign in with what the identity provider returned",
  description:
    "Works once, and only in the browser that started. A person is known by the provider's `iss` and `sub`. The first time, " +
    "a verified email address may show that they are a member or invited. Starts a session that is about this account only, " +
    `for ${SSO_SESSION_HOURS} hours: the response sets its cookie.`,
  scope: null,
  session: "begins",
  body: FinishSso,
  success: { status: 200, description: "The session.", data: PersonSession },
  errors: [
    "unauthenticated",
    "not-found",
    "conflict",
    "limit-reached",
    "not-configured",
    "rate-limited",
    "unavailable",
  ],
  touches: { table: "write", secret: true, web: true },
  timeoutSeconds: TIMEOUT_SECONDS,
} as const satisfies Operation;

export const SSO_OPERATIONS = {
  getSso,
  putSso,
  deleteSso,
  startSso,
  finishSso,
};
