import { scopesNow } from "../../contract/account/scopes.ts";
import { collection } from "../collection.ts";
import { recordOf } from "../due.ts";
import { otherPartition } from "../partitions.ts";
import { type Condition, ConditionFailed, type Key, type Table, type Write } from "../table.ts";

export interface ApiKeyRecord {
  readonly id: string;
  readonly accountId: string;
  /** The user to whom the key belongs. */
  readonly userId: string;
  readonly name: string;
  /** SHA-256 of the key, in hex. The key itself is not stored. */
  readonly hash: string;
  readonly masked: string;
  readonly scopes: readonly string[];
  /** `SCOPE_LIST` when the key was made; absent: made by a release up to 0.1.0. */
  readonly scopeList?: number;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  /** Id of the key that replaced it when it was rotated. */
  readonly replacedBy: string | null;
}

const keys = collection<ApiKeyRecord>({ name: "KEYS" });

/** Lets authentication find a key in one read; the listed record is stored with its account. */
const hashKey = (hash: string): Key => ({ pk: otherPartition("KEYHASH", hash), sk: "KEY" });

const asOfNow = (record: ApiKeyRecord): ApiKeyRecord => ({
  ...record,
  scopes: scopesNow(record.scopes, record.scopeList),
});

export const apiKeyStore = (table: Table) => ({
  insert: (record: ApiKeyRecord): Write[] => [
    ...keys.insert(record),
    { kind: "put", item: { ...record, ...hashKey(record.hash) }, when: { pk: { exists: false } } },
  ],

  remove: (record: ApiKeyRecord): Write[] => [
    ...keys.remove(record, { expiresAt: { eq: record.expiresAt } }),
    { kind: "remove", key: hashKey(record.hash) },
  ],

  /** Marks the key as replaced and sets when it stops working; refused if either has changed since it was read. */
  replace: (record: ApiKeyRecord, replacedBy: string, expiresAt: string): Write[] => {
    const when: Condition = { expiresAt: { eq: record.expiresAt }, replacedBy: { eq: null } };
    return [keys.key(record.accountId, record.id), hashKey(record.hash)].map((key) => ({
      kind: "update",
      key,
      set: { expiresAt, replacedBy },
      when,
    }));
  },

  async get(accountId: string, id: string): Promise<ApiKeyRecord | null> {
    const record = await keys.get(table, accountId, id);
    return record && asOfNow(record);
  },

  async list(accountId: string, page: { limit: number; afterId?: string | undefined }) {
    const found = await keys.list(table, accountId, {}, page);
    return { ...found, records: found.records.map(asOfNow) };
  },

  async findByHash(hash: string): Promise<ApiKeyRecord | null> {
    const item = await table.get(hashKey(hash));
    return item && asOfNow(recordOf<ApiKeyRecord>(item));
  },

  /** Records that the key was used; does nothing if the key is gone. */
  async touch(record: ApiKeyRecord, lastUsedAt: string): Promise<void> {
    const places = [hashKey(record.hash), keys.key(record.accountId, record.id)];
    const writes = places.map((key) =>
      table.update({ key, set: { lastUsedAt }, when: { pk: { exists: true } } }),
    );
    for (const outcome of await Promise.allSettled(writes)) {
      if (outcome.status === "rejected" && !(outcome.reason instanceof ConditionFailed)) throw outcome.reason;
    }
  },
});
