import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Scope } from "../../contract/account/scopes.ts";
import { DomainError } from "../../contract/errors.ts";
import type { Operation } from "../../contract/operation.ts";
import { ROLE_SCOPES } from "../../contract/people/roles.ts";
import { findFlowToken, touchFlowToken, unknownToken } from "../../domain/flows/tokens.ts";
import {
  checkScope,
  countRequest,
  countTokenRequest,
  findKey,
  type RateState,
  touchKey,
  unknownKey,
} from "../../domain/keys/authenticate.ts";
import { deviceTokens } from "../../domain/keys/format.ts";
import { findSession, touchSession } from "../../domain/people/sessions.ts";
import type { Caller, Deps, SignedIn } from "../../domain/ports.ts";
import type { AccountRecord } from "../../store/account/accounts.ts";
import type { SessionRecord } from "../../store/people/personSessions.ts";
import { TableFull } from "../../store/table.ts";
import { assertOwnPage, sessionTokenOf } from "./browser.ts";
import { callerAddress } from "./callerAddress.ts";
import { presentedKey } from "./presentedKey.ts";

type Presented = Pick<
  APIGatewayProxyEventV2,
  "headers" | "requestContext" | "queryStringParameters" | "pathParameters" | "cookies"
>;

/** An admitted request: its caller, and the result of counting it. */
export interface Admission {
  readonly caller: Caller;
  /** Settles once the request is counted and its key's use recorded; null for a read that cannot be counted. */
  readonly counted: Promise<RateState | null>;
}

/** Rate headers of IETF draft-ietf-httpapi-ratelimit-headers-11. */
export const rateHeaders = (rate: RateState): Record<string, string> => ({
  "ratelimit-policy": `"${rate.of}";q=${rate.quota};w=${rate.windowSeconds}`,
  ratelimit: `"${rate.of}";r=${rate.remaining};t=${rate.resetSeconds}`,
});

const readAccount = async (
  { store }: Deps,
  accountId: string,
  refusal: () => DomainError,
): Promise<AccountRecord> => {
  const account = await store.accounts.get(accountId);
  // The account was just closed: its keys and tokens are about to be erased.
  if (!account) throw refusal();
  if (account.suspended)
    throw new DomainError("account-suspended", `This account is suspended: ${account.suspended.reason}`);
  return account;
};

const isRead = ({ method }: Pick<Operation, "method">): boolean => method === "GET";

/** The count of a request. Reads continue on a full disk, where nothing can be counted. */
const countOf = async (
  operation: Operation,
  counting: Promise<readonly [RateState, ...unknown[]]>,
): Promise<RateState | null> => {
  try {
    const [rate] = await counting;
    return rate;
  } catch (error) {
    if (error instanceof TableFull && isRead(operation)) return null;
    throw error;
  }
};

/** The caller of a request, once a key or token has identified it. */
const admission = (
  event: Presented,
  who: Omit<Caller, "request" | "account">,
  account: Promise<AccountRecord>,
  counted: Promise<RateState | null>,
): Admission => {
  // Both are awaited later; until then a rejection must not count as unhandled.
  for (const promise of [account, counted]) promise.catch(() => {});
  const request = { id: event.requestContext.requestId, address: callerAddress(event) };
  return { caller: { ...who, request, account }, counted };
};

/** A device's token: nothing adds it to a request by itself, so it needs no page of the service. */
const deviceTokenOf = ({ headers }: Presented): string | undefined => {
  const presented = presentedKey(headers);
  return presented !== undefined && deviceTokens.isMeant(presented) ? presented : undefined;
};

/** The session of a request: of a device that sends its token on purpose, or of the browser whose cookie it has. */
const sessionOf = async (deps: Deps, operation: Operation, event: Presented): Promise<SessionRecord> => {
  const device = deviceTokenOf(event);
  if (device !== undefined && operation.session !== "browser") return findSession(deps, device, "device");
  const session = await findSession(deps, sessionTokenOf(event));
  assertOwnPage(operation, event);
  return session;
};

/** A person as the caller: their role says what they may do, from the next request on. */
const admitSession = async (deps: Deps, operation: Operation, event: Presented): Promise<Admission> => {
  const session = await sessionOf(deps, operation, event);
  const { accountId, personId: userId, id: sessionId } = session;
  const member = accountId === null ? null : await deps.store.people.findMember(accountId, userId);
  if (accountId === null || !member)
    throw new DomainError(
      "missing-scope",
      "You do not belong to this account. Reload to switch to another one.",
    );
  const account = readAccount(deps, accountId, unknownKey);
  const counting = Promise.all([countRequest(deps, account, accountId), touchSession(deps, session)]);
  const who = { accountId, userId, keyId: null, sessionId, scopes: ROLE_SCOPES[member.role] };
  return admission(event, who, account, countOf(operation, counting));
};

/** The person whose session the request has, for operations that are about them. */
export const admitPerson = async (deps: Deps, operation: Operation, event: Presented): Promise<SignedIn> => {
  const session = await sessionOf(deps, operation, event);
  await touchSession(deps, session);
  return { ...session, request: { id: event.requestContext.requestId, address: callerAddress(event) } };
};

/** Removes and returns the flow token in a URL; undefined if there is none. */
const popToken = ({ takesToken }: Operation, { queryStringParameters }: Presented): string | undefined => {
  const token = takesToken && queryStringParameters?.token;
  if (token === undefined || !queryStringParameters) return undefined;
  delete queryStringParameters.token;
  return String(token);
};

/** A token admits like a key with the operation's scope. It has its own rate limit. */
const admitToken = async (
  deps: Deps,
  operation: Operation & { readonly scope: Scope },
  event: Presented,
  presented: string,
): Promise<Admission> => {
  const token = await findFlowToken(deps, presented, event.pathParameters?.id);
  const { accountId, tokenId } = token;
  const account = readAccount(deps, accountId, unknownToken);
  const counting = Promise.all([countTokenRequest(deps, token), account, touchFlowToken(deps, token)]);
  const who = { accountId, userId: tokenId, keyId: tokenId, scopes: [operation.scope] };
  return admission(event, who, account, countOf(operation, counting));
};

/**
 * Rejects callers that may not continue. A write waits for the count; a read runs in parallel with it.
 *
 * @throws DomainError `missing-scope`, `rate-limited`
 */
export const assertMayGoOn = async ({ method, scope }: Operation, admission: Admission): Promise<void> => {
  if (scope !== null) checkScope(admission.caller, scope);
  if (isRead({ method })) return;
  const rate = await admission.counted;
  if (rate) assertAllowed(rate);
};

/** @throws DomainError `rate-limited` */
export const assertAllowed = (rate: RateState): void => {
  const { of, allowed, quota, resetSeconds } = rate;
  if (allowed) return;
  const message =
    of === "account"
      ? `The account's plan allows ${quota} requests per second: wait a second and try again.`
      : `A token may be used ${quota} times a minute: wait ${resetSeconds} seconds and try again.`;
  throw new DomainError("rate-limited", message, { headers: { "retry-after": String(resetSeconds) } });
};

/**
 * Identifies the caller: first the key, token or session (one round trip), then account and count together (a second one), in
 * parallel with what follows.
 *
 * @returns null for an operation that needs no key. The account is refused with `account-suspended` when it is awaited
 * @throws DomainError `unauthenticated`
 */
export const admit = async (
  deps: Deps,
  operation: Operation,
  event: Presented,
): Promise<Admission | null> => {
  const { scope } = operation;
  if (scope === null) return null;
  const token = popToken(operation, event);
  if (token !== undefined) return admitToken(deps, { ...operation, scope }, event, token);
  const presented = presentedKey(event.headers);
  // A program may run beside a session: what it sends on purpose counts.
  const hasSession =
    presented === undefined ? sessionTokenOf(event) !== undefined : deviceTokens.isMeant(presented);
  if (hasSession) return admitSession(deps, operation, event);
  const key = await findKey(deps, presented);
  const { accountId, userId, id: keyId } = key;
  const account = readAccount(deps, accountId, unknownKey);
  const counting = Promise.all([countRequest(deps, account, accountId), touchKey(deps, key)]);
  const who = { accountId, userId, keyId, scopes: key.scopes as Scope[] };
  return admission(event, who, account, countOf(operation, counting));
};
