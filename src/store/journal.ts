import { collection } from "./collection.ts";
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
  readonly timestamp: string;
}

const audit = collection<AuditRecord>({ name: "AUDIT", shardBy: "resource" });
const activity = collection<ActivityRecord>({ name: "ACTIVITY", shardBy: "subject" });

interface PageRequest {
  readonly limit: number;
  readonly afterId?: string | undefined;
}

/** Entries are only ever added. */
export const journalStore = (table: Table) => ({
  audit: (record: AuditRecord): Write[] => audit.insert(record),
  listAudit: (accountId: string, page: PageRequest) => audit.list(table, accountId, {}, page),

  tell: (record: ActivityRecord): Write[] => activity.insert(record),
  listActivity: (accountId: string, page: PageRequest) => activity.list(table, accountId, {}, page),
});
