/** Cookies of a browser, and whether a request comes from a page of the service itself. */
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { DomainError } from "../../contract/errors.ts";
import type { Operation } from "../../contract/operation.ts";
import { SESSION_DAYS, SIGN_IN_MINUTES } from "../../contract/people/people.ts";
import type { Browser } from "../../domain/people/browser.ts";
import { readEnv } from "../env.ts";
import { callerAddress } from "./callerAddress.ts";

type Event = Pick<APIGatewayProxyEventV2, "headers" | "requestContext" | "cookies">;

const SESSION = "gleaner";
const SIGN_IN = "gleaner-sign-in";
const MAX_AGE_SECONDS = { [SESSION]: SESSION_DAYS * 24 * 60 * 60, [SIGN_IN]: SIGN_IN_MINUTES * 60 } as const;
type CookieName = keyof typeof MAX_AGE_SECONDS;

const protocolOf = ({ headers }: Pick<Event, "headers">): string => headers["x-forwarded-proto"] ?? "https";

/** Origin under which the caller reached the service: `https://api.example.com`. */
export const originOf = (event: Pick<Event, "headers" | "requestContext">): string =>
  `${protocolOf(event)}://${event.requestContext.domainName}`;

/**
 * With the prefix, browsers take the cookie only from this host and only over https, so no other host of the same domain can
 * plant one (RFC 6265bis, 4.1.3.2).
 */
const nameOf = (event: Event, name: CookieName): string =>
  protocolOf(event) === "https" ? `__Host-${name}` : name;

const readCookie = (event: Event, name: CookieName): string | undefined => {
  const start = `${nameOf(event, name)}=`;
  return event.cookies?.find((cookie) => cookie.startsWith(start))?.slice(start.length) || undefined;
};

/** The value of a Set-Cookie header; without a value, the cookie is removed. */
const cookieOf = (event: Event, name: CookieName, value: string | null): string =>
  [
    `${nameOf(event, name)}=${value ?? ""}`,
    "Path=/",
    `Max-Age=${value === null ? 0 : MAX_AGE_SECONDS[name]}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(protocolOf(event) === "https" ? ["Secure"] : []),
  ].join("; ");

/** A browser, and the cookies that it gets with the response. */
export interface Visitor extends Browser {
  /** null: the cookie is removed. */
  readonly keepSession: (token: string | null) => void;
  readonly keepSignIn: (token: string | null) => void;
}

/** @param cookies collects the values of Set-Cookie headers */
export const visitorOf = (event: Event, cookies: string[]): Visitor => ({
  requestId: event.requestContext.requestId,
  address: callerAddress(event),
  userAgent: event.headers["user-agent"] ?? "",
  sessionToken: readCookie(event, SESSION),
  signInToken: readCookie(event, SIGN_IN),
  keepSession: (token) => cookies.push(cookieOf(event, SESSION, token)),
  keepSignIn: (token) => cookies.push(cookieOf(event, SIGN_IN, token)),
});

/** The token of the session whose cookie the request has. */
export const sessionTokenOf = (event: Event): string | undefined => readCookie(event, SESSION);

/** The origins of the service's own pages: where the request arrived, and where the dashboard is. */
const ownOrigins = (event: Event): readonly (string | undefined)[] => [
  originOf(event),
  // A browser cannot be made to send another name of a host than the one that it connects to.
  `${protocolOf(event)}://${event.headers.host ?? ""}`,
  readEnv().SITE_ORIGIN,
];

/**
 * Browsers send cookies with requests that other sites have them make, but also the site's origin. Checked for whatever
 * changes something.
 *
 * @throws DomainError `origin-refused`
 */
export const assertOwnPage = ({ method }: Pick<Operation, "method">, event: Event): void => {
  if (method === "GET") return;
  const { origin } = event.headers;
  if (origin !== undefined && ownOrigins(event).includes(origin)) return;
  throw new DomainError(
    "origin-refused",
    "A session only works from the service's own pages: this request did not come from one. Programs send an API key.",
  );
};
