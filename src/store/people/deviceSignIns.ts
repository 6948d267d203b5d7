import { createHash } from "node:crypto";
import { recordOf } from "../due.ts";
import { otherPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";

/** A device that waits for a person's approval. */
export interface DeviceSignInRecord {
  /** SHA-256 of the device's secret code, which is not stored. */
  readonly hash: string;
  /** What the person reads and enters. */
  readonly userCode: string;
  readonly name: string;
  readonly address: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly status: "pending" | "approved" | "denied";
  /** Who approved, and for which account; null until then. */
  readonly personId: string | null;
  readonly accountId: string | null;
  /** The account whose identity provider has vouched for them; absent: they have proved their address. */
  readonly ssoAccountId?: string;
}

const deviceKey = (hash: string): Key => ({ pk: otherPartition("DEVICESIGNIN", hash), sk: "DEVICE" });

/** The person's code is a key only as a hash: a key may end up in a log. */
const codeKey = (userCode: string): Key => ({
  pk: otherPartition("DEVICECODE", createHash("sha256").update(userCode).digest("hex")),
  sk: "DEVICE",
});

export const deviceSignInStore = (table: Table) => {
  const find = async (hash: string): Promise<DeviceSignInRecord | null> => {
    const item = await table.get(deviceKey(hash));
    return item && recordOf<DeviceSignInRecord>(item);
  };
  return {
    find,

    /** Refused if another device has the person's code. */
    insert: (device: DeviceSignInRecord): Write[] => {
      const { hash, userCode, expiresAt } = device;
      const ttl = Math.ceil(Date.parse(expiresAt) / 1_000);
      return [
        { kind: "put", item: { ...device, ...deviceKey(hash), ttl } },
        { kind: "put", item: { hash, ...codeKey(userCode), ttl }, when: { pk: { exists: false } } },
      ];
    },

    async findByCode(userCode: string): Promise<DeviceSignInRecord | null> {
      const found = await table.get(codeKey(userCode));
      return found && find(String(found.hash));
    },

    /** Refused if it was answered before. */
    answer: (
      { hash }: DeviceSignInRecord,
      answer: Pick<DeviceSignInRecord, "status" | "personId" | "accountId" | "ssoAccountId">,
    ): Write[] => [
      { kind: "update", key: deviceKey(hash), set: { ...answer }, when: { status: { eq: "pending" } } },
    ],

    /** Removes an answered one; refused if it was removed before. */
    use: ({ hash, userCode, status }: DeviceSignInRecord): Write[] => [
      { kind: "remove", key: deviceKey(hash), when: { status: { eq: status } } },
      { kind: "remove", key: codeKey(userCode) },
    ],
  };
};
