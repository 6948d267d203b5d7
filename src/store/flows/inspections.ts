import type { INSPECTION_STATUSES, InspectRequest } from "../../contract/extraction/inspections.ts";
import { recordOf } from "../due.ts";
import { accountPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";

/** A page opened for a person to pick elements from; its content is in the object store. */
export interface InspectionRecord {
  readonly accountId: string;
  readonly id: string;
  readonly status: (typeof INSPECTION_STATUSES)[number];
  readonly request: InspectRequest;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Object that holds the captured page and its description; absent until there is one. */
  readonly pageKey?: string;
  /** Object that holds the screenshot. */
  readonly pictureKey?: string;
  readonly costNanos?: number;
  readonly error?: { readonly code: string; readonly message: string };
}

/** The result of an inspection. */
export type InspectionOutcome = Pick<
  InspectionRecord,
  "status" | "pageKey" | "pictureKey" | "costNanos" | "error"
>;

const keyOf = (accountId: string, id: string): Key => ({
  pk: accountPartition("INSPECTIONS", accountId),
  sk: id,
});

export const inspectionStore = (table: Table) => ({
  async get(accountId: string, id: string): Promise<InspectionRecord | null> {
    const item = await table.get(keyOf(accountId, id));
    return item && recordOf<InspectionRecord>(item);
  },

  insert: (record: InspectionRecord): Write[] => [
    {
      kind: "put",
      item: {
        ...record,
        ...keyOf(record.accountId, record.id),
        ttl: Math.ceil(Date.parse(record.expiresAt) / 1000),
      },
      when: { pk: { exists: false } },
    },
  ],

  /** Claims the inspection for a worker. @throws ConditionFailed if another has it, or it is gone */
  async begin(accountId: string, id: string, nowMs: number): Promise<void> {
    await table.update({
      key: keyOf(accountId, id),
      set: { begunAtMs: nowMs },
      when: { pk: { exists: true }, begunAtMs: { exists: false } },
    });
  },

  /** Refused if the inspection is gone. */
  finish: (accountId: string, id: string, outcome: InspectionOutcome): Write[] => [
    {
      kind: "update",
      key: keyOf(accountId, id),
      set: { ...outcome },
      when: { status: { eq: "running" } },
    },
  ],
});
