import { DomainError } from "../contract/errors.ts";
import { PLANS } from "../contract/plans.ts";
import type { Scope } from "../contract/scopes.ts";
import type { AccountRecord } from "../store/accounts.ts";
import type { ApiKeyRecord } from "../store/apiKeys.ts";
import { hashKey, isWellFormedKey } from "./keyFormat.ts";
import type { Deps } from "./ports.ts";

/** Least time between two notes of a key's last use. */
const TOUCH_EVERY_MS = 60_000;

const refuse = (message: string) =>
  new DomainError("unauthenticated", message, { headers: { "www-authenticate": "Bearer" } });

export const unknownKey = () => refuse("The API key is unknown or was revoked.");

/** First trip: who calls. A mistyped key costs no read. */
export const findKey = async ({ store, now }: Deps, presented: string | undefined): Promise<ApiKeyRecord> => {
  if (!presented)
    throw refuse("Send an API key in the X-API-Key header, or as a bearer token in Authorization.");
  if (!isWellFormedKey(presented)) throw refuse("The API key is malformed: was it copied whole?");
  const record = await store.apiKeys.findByHash(hashKey(presented));
  if (!record) throw unknownKey();
  if (record.expiresAt && Date.parse(record.expiresAt) <= now()) throw refuse("The API key has expired.");
  return record;
};

export const checkScope = ({ scopes }: { readonly scopes: readonly string[] }, scope: Scope): void => {
  if (!scopes.includes(scope)) {
    throw new DomainError("missing-scope", `The API key lacks the scope ${scope}.`);
  }
};

/** Notes the key's use; a failure is not the caller's business. */
export const touchKey = async ({ store, now, log }: Deps, key: ApiKeyRecord): Promise<void> => {
  if (key.lastUsedAt && now() - Date.parse(key.lastUsedAt) < TOUCH_EVERY_MS) return;
  try {
    await store.apiKeys.touch(key, new Date(now()).toISOString());
  } catch (error) {
    log.warn("the last use of a key was not noted", { keyId: key.id, error });
  }
};

export interface RateState {
  readonly allowed: boolean;
  /** Requests per second that the plan allows. */
  readonly quota: number;
  readonly remaining: number;
}

/** Counts the request against the account, whatever key was used. */
export const countRequest = async (
  { store, now }: Deps,
  account: Promise<AccountRecord>,
  accountId: string,
): Promise<RateState> => {
  const [{ plan }, count] = await Promise.all([account, store.rateWindows.hit(accountId, now())]);
  const quota = PLANS[plan].requestsPerSecond;
  return { allowed: count <= quota, quota, remaining: Math.max(0, quota - count) };
};
