import { PLANS } from "../../contract/account/plans.ts";
import type { Scope } from "../../contract/account/scopes.ts";
import { DomainError } from "../../contract/errors.ts";
import { TOKEN_REQUESTS_PER_MINUTE } from "../../contract/runs/links.ts";
import type { AccountRecord } from "../../store/account/accounts.ts";
import type { ApiKeyRecord } from "../../store/account/apiKeys.ts";
import type { FoundToken } from "../../store/flows/flowTokens.ts";
import type { Caller, Deps } from "../ports.ts";
import { hashKey, isWellFormedKey } from "./format.ts";

/** Shortest time between two updates of the last use of a key or token. */
export const TOUCH_EVERY_MS = 60_000;

const refuse = (message: string) =>
  new DomainError("unauthenticated", message, { headers: { "www-authenticate": "Bearer" } });

export const unknownKey = () => refuse("The API key is unknown or was revoked.");

/** First trip: finds the caller. A mistyped key needs no read. */
export const findKey = async ({ store, now }: Deps, presented: string | undefined): Promise<ApiKeyRecord> => {
  if (!presented)
    throw refuse("Send an API key in the X-API-Key header, or as a bearer token in Authorization.");
  if (!isWellFormedKey(presented)) throw refuse("The API key is malformed. Check that you copied all of it.");
  const record = await store.apiKeys.findByHash(hashKey(presented));
  if (!record) throw unknownKey();
  if (record.expiresAt && Date.parse(record.expiresAt) <= now()) throw refuse("The API key has expired.");
  return record;
};

/** @throws DomainError `missing-scope` */
export const checkScope = (
  { scopes, sessionId }: Pick<Caller, "scopes" | "sessionId">,
  scope: Scope,
): void => {
  if (scopes.includes(scope)) return;
  const message =
    sessionId === undefined
      ? `The API key lacks the scope ${scope}.`
      : `Your role in this account lacks the scope ${scope}: ask an owner.`;
  throw new DomainError("missing-scope", message);
};

/** Records when the key was used. If that fails, the request still succeeds. */
export const touchKey = async ({ store, now, log }: Deps, key: ApiKeyRecord): Promise<void> => {
  if (key.lastUsedAt && now() - Date.parse(key.lastUsedAt) < TOUCH_EVERY_MS) return;
  try {
    await store.apiKeys.touch(key, new Date(now()).toISOString());
  } catch (error) {
    log.warn("the last use of a key was not recorded", { keyId: key.id, error });
  }
};

/** The result of counting a request. */
export interface RateState {
  /** Whose requests are counted. */
  readonly of: "account" | "token";
  readonly allowed: boolean;
  /** Requests allowed per window. */
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Seconds until the window ends, at most. */
  readonly resetSeconds: number;
}

const ACCOUNT_WINDOW_SECONDS = 1;
const TOKEN_WINDOW_SECONDS = 60;

/** Counts the request toward the account's limit, whichever key was used. */
export const countRequest = async (
  { store, now }: Deps,
  account: Promise<AccountRecord>,
  accountId: string,
): Promise<RateState> => {
  const [{ plan }, count] = await Promise.all([account, store.rateWindows.hit(accountId, now())]);
  const quota = PLANS[plan].requestsPerSecond;
  return {
    of: "account",
    allowed: count <= quota,
    quota,
    windowSeconds: ACCOUNT_WINDOW_SECONDS,
    remaining: Math.max(0, quota - count),
    resetSeconds: ACCOUNT_WINDOW_SECONDS,
  };
};

/** Counts a request with a flow token toward that token's limit only. */
export const countTokenRequest = async (
  { store, now }: Deps,
  { accountId, tokenId }: Pick<FoundToken, "accountId" | "tokenId">,
): Promise<RateState> => {
  const windowMs = TOKEN_WINDOW_SECONDS * 1_000;
  const count = await store.rateWindows.hitToken(accountId, tokenId, now(), TOKEN_WINDOW_SECONDS);
  return {
    of: "token",
    allowed: count <= TOKEN_REQUESTS_PER_MINUTE,
    quota: TOKEN_REQUESTS_PER_MINUTE,
    windowSeconds: TOKEN_WINDOW_SECONDS,
    remaining: Math.max(0, TOKEN_REQUESTS_PER_MINUTE - count),
    resetSeconds: Math.ceil((windowMs - (now() % windowMs)) / 1_000),
  };
};
