import { collection, type Within } from "./collection.ts";
import { dueAttributes } from "./due.ts";
import { pastOf } from "./past.ts";
import type { Table, Write } from "./table.ts";

export interface AuditRecord {
  readonly id: string;
  readonly accountId: string;
  readonly action: string;
  readonly userId: string;
  /** Identifier of the affected record. */
  readonly resource: string;
  readonly timestamp: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface ActivityRecord {
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
  readonly message: string;
  readonly flowId: string | null;
  /** Identifier of the record that the entry is about. */
  readonly subject: string;
  /** Who did it; absent: the service itself. */
  readonly userId?: string;
  readonly timestamp: string;
}

const audit = collection<AuditRecord>({ name: "AUDIT", shardBy: "resource" });
const activity = collection<ActivityRecord>({ name: "ACTIVITY", shardBy: "subject" });

interface PageRequest {
  readonly limit: number;
  readonly afterId?: string | undefined;
}

/** Entries never change. Audit entries are kept for good; activity entries expire with the plan's retention. */
export const journalStore = (table: Table) => ({
  audit: (record: AuditRecord): Write[] => audit.insert(record),
  listAudit: (accountId: string, page: PageRequest) => audit.list(table, accountId, {}, page),
  listAuditWithin: (accountId: string, within: Within<AuditRecord>, page: PageRequest) =>
    audit.listWithin(table, accountId, {}, within, page),

  tell: (record: ActivityRecord, dueAtMs: number): Write[] =>
    activity.insert(record, dueAttributes("activity", record.id, dueAtMs)),
  activity: pastOf(table, "activity", activity),
  listActivity: (accountId: string, page: PageRequest) => activity.list(table, accountId, {}, page),
});
