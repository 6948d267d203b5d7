import type { AlertSeverity, AlertType } from "../../contract/account/alerts.ts";
import { collection } from "../collection.ts";
import { dueAttributes } from "../due.ts";
import { accountPartition } from "../partitions.ts";
import { pastOf } from "../past.ts";
import type { Key, Table, Write } from "../table.ts";

export interface AlertRecord {
  readonly id: string;
  readonly accountId: string;
  readonly type: AlertType;
  readonly severity: AlertSeverity;
  readonly flowId: string | null;
  /** Absent in alerts of earlier releases. */
  readonly title?: string;
  readonly message: string;
  readonly read: boolean;
  readonly createdAt: string;
}

const alerts = collection<AlertRecord, "severity", "read">({
  name: "ALERTS",
  first: "severity",
  second: "read",
});

const causeKey = (accountId: string, cause: string): Key => ({
  pk: accountPartition("ALERTCAUSES", accountId),
  sk: cause,
});

const known = ({ id, accountId }: AlertRecord, cause: string): Write => ({
  kind: "put",
  item: { ...causeKey(accountId, cause), alertId: id },
  when: { pk: { exists: false } },
});

export const alertStore = (table: Table) => ({
  causeKey,

  /**
   * Raises an alert, unless one with the same cause (such as `run_failed:flow-1`) is open: then the write is refused on
   * the cause's key. Its retention is checked at `dueAtMs`.
   */
  raise: (record: AlertRecord, cause: string | null, dueAtMs: number): Write[] => [
    ...alerts.insert(record, dueAttributes("alert", record.id, dueAtMs)),
    ...(cause === null ? [] : [known(record, cause)]),
  ],

  /** The cause is gone: if it returns, it raises a new alert. */
  clearCause: (accountId: string, cause: string): Write[] => [
    { kind: "remove", key: causeKey(accountId, cause) },
  ],

  async hasCause(accountId: string, cause: string): Promise<boolean> {
    return (await table.get(causeKey(accountId, cause))) !== null;
  },

  ...pastOf(table, "alert", alerts, ({ read }) => ({ read: { eq: read } })),

  setRead: (record: AlertRecord, read: boolean): Write[] =>
    alerts.change(record, { read }, { read: { eq: record.read } }),

  remove: (record: AlertRecord): Write[] => alerts.remove(record, { read: { eq: record.read } }),

  get: (accountId: string, id: string) => alerts.get(table, accountId, id),

  list: (
    accountId: string,
    filters: { severity?: AlertSeverity | undefined; read?: boolean | undefined },
    page: { limit: number; afterId?: string | undefined },
  ) => alerts.list(table, accountId, filters, page),
});
