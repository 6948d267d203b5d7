import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { DomainError } from "../../contract/errors.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Scope } from "../../contract/scopes.ts";
import {
  checkScope,
  countRequest,
  findKey,
  type RateState,
  touchKey,
  unknownKey,
} from "../../domain/authenticate.ts";
import type { Caller, Deps } from "../../domain/ports.ts";
import type { AccountRecord } from "../../store/accounts.ts";
import { presentedKey } from "./presentedKey.ts";

/** A request that may go on: who calls, and how the count of their requests turns out. */
export interface Admission {
  readonly caller: Caller;
  /** Settles once the request is counted and its key's use noted. */
  readonly counted: Promise<RateState>;
}

const RATE_WINDOW_SECONDS = 1;

/** Rate headers of IETF draft-ietf-httpapi-ratelimit-headers-11. */
export const rateHeaders = ({ quota, remaining }: RateState): Record<string, string> => ({
  "ratelimit-policy": `"account";q=${quota};w=${RATE_WINDOW_SECONDS}`,
  ratelimit: `"account";r=${remaining};t=${RATE_WINDOW_SECONDS}`,
});

const readAccount = async ({ store }: Deps, accountId: string): Promise<AccountRecord> => {
  const account = await store.accounts.get(accountId);
  // Closed a moment ago: its keys are about to be erased.
  if (!account) throw unknownKey();
  return account;
};

/**
 * Stops who may not go on. A write waits for the count; a read runs beside it.
 *
 * @throws DomainError `missing-scope`, `rate-limited`
 */
export const assertMayGoOn = async ({ method, scope }: Operation, admission: Admission): Promise<void> => {
  if (scope !== null) checkScope(admission.caller, scope);
  if (method !== "GET") assertAllowed(await admission.counted);
};

/** @throws DomainError `rate-limited` */
export const assertAllowed = (rate: RateState): void => {
  if (rate.allowed) return;
  throw new DomainError(
    "rate-limited",
    `The account's plan allows ${rate.quota} requests per second: wait a second and try again.`,
    { headers: { "retry-after": String(RATE_WINDOW_SECONDS) } },
  );
};

/**
 * Finds out who calls: the key (first trip), then account and count together (second trip), which go
 * on beside whatever comes next.
 *
 * @returns null for an operation that asks for no key
 * @throws DomainError `unauthenticated`
 */
export const admit = async (
  deps: Deps,
  operation: Operation,
  { headers, requestContext }: Pick<APIGatewayProxyEventV2, "headers" | "requestContext">,
): Promise<Admission | null> => {
  if (operation.scope === null) return null;
  const key = await findKey(deps, presentedKey(headers));
  const account = readAccount(deps, key.accountId);
  const counted = Promise.all([countRequest(deps, account, key.accountId), touchKey(deps, key)]).then(
    ([rate]) => rate,
  );
  // Both are awaited later; a rejection before that is not an unhandled one.
  for (const promise of [account, counted]) promise.catch(() => {});
  const { accountId, userId, id: keyId, scopes } = key;
  const request = { id: requestContext.requestId, address: requestContext.http.sourceIp };
  return { caller: { accountId, userId, keyId, scopes: scopes as Scope[], request, account }, counted };
};
