import type { ApiKey } from "../../contract/account/keys.ts";
import { SCOPE_LIST, type Scope } from "../../contract/account/scopes.ts";
import type { Page } from "../../contract/common.ts";
import { DomainError } from "../../contract/errors.ts";
import type { ApiKeyRecord } from "../../store/account/apiKeys.ts";
import { ConditionFailed } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import { audit } from "../journal/journal.ts";
import { type Names, readNames } from "../journal/names.ts";
import { listPage } from "../lists/listPage.ts";
import type { Caller, Deps, WithCursors } from "../ports.ts";
import { hashKey, makeKey, maskKey } from "./format.ts";

export { makeKey } from "./format.ts";

interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: string | undefined;
}

/** Only keys that never expire count as able to create others in future. */
const isKeyWriter = ({ scopes, expiresAt }: Pick<ApiKeyRecord, "scopes" | "expiresAt">): boolean =>
  scopes.includes("keys:write") && expiresAt === null;

export const newKeyRecord = (
  { now, newId }: Pick<Deps, "now" | "newId">,
  { accountId, userId }: Pick<Caller, "accountId" | "userId">,
  key: string,
  { name, scopes, expiresAt }: NewKey,
): ApiKeyRecord => ({
  id: newId("key"),
  accountId,
  userId,
  name,
  hash: hashKey(key),
  masked: maskKey(key),
  scopes,
  scopeList: SCOPE_LIST,
  createdAt: new Date(now()).toISOString(),
  expiresAt: expiresAt ?? null,
  lastUsedAt: null,
  replacedBy: null,
});

const show = (record: ApiKeyRecord, names: Names, key = record.masked): ApiKey => ({
  id: record.id,
  name: record.name,
  key,
  scopes: [...record.scopes],
  createdBy: names.get(record.userId) ?? null,
  createdAt: record.createdAt,
  expiresAt: record.expiresAt,
  lastUsedAt: record.lastUsedAt,
});

/** @throws DomainError `missing-scope` if the caller lacks one of the scopes */
const assertHas = (caller: Caller, scopes: readonly string[], refusal: string): void => {
  const own: readonly string[] = caller.scopes;
  const lacking = scopes.filter((scope) => !own.includes(scope));
  if (lacking.length > 0) throw new DomainError("missing-scope", `${refusal}: ${lacking.join(", ")}.`);
};

const assertCanGrant = (caller: Caller, scopes: readonly string[]): void =>
  assertHas(caller, scopes, "A key cannot grant scopes that it lacks");

export const createKey = async (deps: Deps, caller: Caller, input: NewKey): Promise<ApiKey> => {
  assertCanGrant(caller, input.scopes);
  if (input.expiresAt && Date.parse(input.expiresAt) <= deps.now())
    throw new DomainError("invalid-request", "expiresAt is in the past.", {
      details: [{ path: "expiresAt", message: "must be in the future" }],
    });
  const key = makeKey();
  const record = newKeyRecord(deps, caller, key, input);
  const { store } = deps;
  await store.commit(
    store.apiKeys.insert(record),
    isKeyWriter(record) ? store.accounts.addKeyWriter(caller.accountId) : [],
    audit(deps, caller, {
      action: "key.created",
      resource: record.id,
      metadata: { name: record.name, scopes: record.scopes },
    }),
  );
  return show(record, await readNames(deps, caller), key);
};

export const getKey = async (deps: Deps, caller: Caller, id: string): Promise<ApiKey> => {
  const [record, names] = await Promise.all([
    deps.store.apiKeys.get(caller.accountId, id),
    readNames(deps, caller),
  ]);
  if (!record) throw notFound("API key", id);
  return show(record, names);
};

export const listKeys = async (
  deps: Deps & WithCursors,
  caller: Caller,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<ApiKey>> => {
  const [list, names] = await Promise.all([
    listPage(deps, caller, {
      operation: "listKeys",
      filters: {},
      page,
      read: (wanted) => deps.store.apiKeys.list(caller.accountId, wanted),
      show: (record) => record,
    }),
    readNames(deps, caller),
  ]);
  return { ...list, items: list.items.map((record) => show(record, names)) };
};

/**
 * Creates a new key with the name and scopes of an old one, which expires after the overlap.
 *
 * @throws DomainError `missing-scope` if the key can do more than the caller's
 */
export const rotateKey = async (
  deps: Deps,
  caller: Caller,
  id: string,
  overlapSeconds: number,
): Promise<ApiKey> => {
  const { store, now } = deps;
  const old = await store.apiKeys.get(caller.accountId, id);
  if (!old) throw notFound("API key", id);
  assertCanGrant(caller, old.scopes);
  if (old.replacedBy !== null)
    throw new DomainError("conflict", `The key was already rotated. Its replacement is ${old.replacedBy}.`);
  if (old.expiresAt !== null && Date.parse(old.expiresAt) <= now())
    throw new DomainError("conflict", "The key has expired: create another one.");
  const key = makeKey();
  const fresh: ApiKeyRecord = {
    ...newKeyRecord(deps, { accountId: old.accountId, userId: old.userId }, key, {
      name: old.name,
      scopes: old.scopes as Scope[],
    }),
    expiresAt: old.expiresAt,
  };
  const endMs = now() + overlapSeconds * 1000;
  const oldEndsAt = new Date(
    Math.min(endMs, old.expiresAt ? Date.parse(old.expiresAt) : endMs),
  ).toISOString();
  try {
    // The new key replaces the old one, so the number of keys that can create others stays the same.
    await store.commit(
      store.apiKeys.insert(fresh),
      store.apiKeys.replace(old, fresh.id, oldEndsAt),
      audit(deps, caller, {
        action: "key.rotated",
        resource: id,
        metadata: { newKeyId: fresh.id, oldEndsAt },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new DomainError("conflict", "The key has just been changed by another request: try again.");
  }
  return show(fresh, await readNames(deps, caller), key);
};

/** @throws DomainError `missing-scope` if the key can do more than the caller's */
export const revokeKey = async (deps: Deps, caller: Caller, id: string) => {
  const { store, now } = deps;
  const record = await store.apiKeys.get(caller.accountId, id);
  if (!record) throw notFound("API key", id);
  assertHas(caller, record.scopes, "A key cannot revoke a key that has scopes it lacks");
  const writer = isKeyWriter(record) ? store.accounts.removeKeyWriter(caller.accountId) : [];
  try {
    const change = audit(deps, caller, {
      action: "key.revoked",
      resource: id,
      metadata: { name: record.name },
    });
    await store.commit(store.apiKeys.remove(record), writer, change);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (!(await store.apiKeys.get(caller.accountId, id))) throw notFound("API key", id);
    throw new DomainError(
      "conflict",
      "This is the account's last key with keys:write: create another one before you revoke it.",
    );
  }
  return { id, name: record.name, revokedAt: new Date(now()).toISOString() };
};
