import type { Page } from "../contract/common.ts";
import { DomainError } from "../contract/errors.ts";
import type { ApiKey } from "../contract/keys.ts";
import type { Scope } from "../contract/scopes.ts";
import type { ApiKeyRecord } from "../store/apiKeys.ts";
import { ConditionFailed } from "../store/table.ts";
import { notFound } from "./errors.ts";
import { audit } from "./journal.ts";
import { hashKey, makeKey, maskKey } from "./keyFormat.ts";
import { listPage } from "./lists.ts";
import type { Caller, Deps, WithCursors } from "./ports.ts";

export { makeKey } from "./keyFormat.ts";

interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: string | undefined;
}

/** Only a key that never expires counts as one that can always make others. */
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
  createdAt: new Date(now()).toISOString(),
  expiresAt: expiresAt ?? null,
  lastUsedAt: null,
});

const show = (record: ApiKeyRecord, key = record.masked): ApiKey => ({
  id: record.id,
  name: record.name,
  key,
  scopes: [...record.scopes],
  createdAt: record.createdAt,
  expiresAt: record.expiresAt,
  lastUsedAt: record.lastUsedAt,
});

export const createKey = async (deps: Deps, caller: Caller, input: NewKey): Promise<ApiKey> => {
  const lacking = input.scopes.filter((scope) => !caller.scopes.includes(scope));
  if (lacking.length > 0) {
    throw new DomainError("missing-scope", `A key cannot grant what it lacks: ${lacking.join(", ")}.`);
  }
  if (input.expiresAt && Date.parse(input.expiresAt) <= deps.now()) {
    throw new DomainError("invalid-request", "The key would have expired already.", {
      details: [{ path: "expiresAt", message: "must lie in the future" }],
    });
  }
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
  return show(record, key);
};

export const listKeys = (
  deps: Deps & WithCursors,
  caller: Caller,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<ApiKey>> =>
  listPage(deps, caller, {
    operation: "listKeys",
    filters: {},
    page,
    read: (wanted) => deps.store.apiKeys.list(caller.accountId, wanted),
    show: (record) => show(record),
  });

export const revokeKey = async (deps: Deps, caller: Caller, id: string) => {
  const { store, now } = deps;
  const record = await store.apiKeys.get(caller.accountId, id);
  if (!record) throw notFound("API key", id);
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
