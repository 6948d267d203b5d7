import { DAY_MS, SECOND_MS } from "../../contract/units.ts";
import { collection, type Within } from "../collection.ts";
import { dueAttributes, recordOf } from "../due.ts";
import { accountPartition } from "../partitions.ts";
import { pastOf } from "../past.ts";
import { TABLE } from "../schema.ts";
import type { Condition, Table, Write } from "../table.ts";
import { usageKey } from "./usage.ts";

export interface AuditRecord {
  readonly id: string;
  readonly accountId: string;
  readonly action: string;
  readonly userId: string;
  /** Identifier of the affected record. */
  readonly resource: string;
  readonly timestamp: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** When it is no longer shown, and then deleted; absent: it is kept as long as the account. */
  readonly expiresAt?: string;
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

/** The entry exists, and does not come due. */
const STAYS: Condition = { pk: { exists: true }, dueAt: { exists: false } };

interface PageRequest {
  readonly limit: number;
  readonly afterId?: string | undefined;
}

const SECONDS_PER_DAY = DAY_MS / SECOND_MS;

/** Attribute of a month's usage: how many of its audit entries expire when a day begins. */
const UNTIL = "audit-";
const expiringOn = (day: number): string => `${UNTIL}${day.toString(DIGITS)}`;
const DIGITS = 36;
const dayOf = (attribute: string): number => Number.parseInt(attribute.slice(UNTIL.length), DIGITS);

/** How many entries have not expired, of those that expire. */
const countKept = async (table: Table, accountId: string, nowMs: number): Promise<number> => {
  const months = await table.query({ pk: accountPartition("USAGE", accountId) });
  return months
    .flatMap((month) => Object.entries(month))
    .filter(([name]) => name.startsWith(UNTIL) && dayOf(name) * DAY_MS > nowMs)
    .reduce((sum, [, count]) => sum + Number(count), 0);
};

/** Whether an entry is to be shown: the table deletes what has expired, but may take days. */
export const isKept = ({ expiresAt }: AuditRecord, nowMs: number): boolean =>
  expiresAt === undefined || Date.parse(expiresAt) > nowMs;

/**
 * Entries never change. Audit entries are kept for good, except those of runs that keys have started; activity entries expire with
 * the plan's retention.
 *
 * @param runAuditDays how long the former are kept
 */
export const journalStore = (table: Table, runAuditDays: number) => ({
  audit: (record: AuditRecord): Write[] => audit.insert(record),

  /**
   * The entry of a run that a key has started. The table deletes it by itself, so it is counted where its day can be left out: in the
   * month's usage, which the start of a run changes anyway.
   */
  auditRun(record: AuditRecord): Write[] {
    const { accountId, id, timestamp } = record;
    const day = Math.floor(Date.parse(timestamp) / DAY_MS) + 1 + runAuditDays;
    const expiresAt = new Date(day * DAY_MS).toISOString();
    const item = { ...record, expiresAt, [TABLE.ttl]: day * SECONDS_PER_DAY, ...audit.key(accountId, id) };
    return [
      { kind: "put", item, when: { pk: { exists: false } } },
      {
        kind: "update",
        key: usageKey(accountId, timestamp.slice(0, "YYYY-MM".length)),
        add: { [expiringOn(day)]: 1 },
      },
    ];
  },

  /** @param nowMs what has expired by then is left out (default: nothing): a page may have fewer entries than asked for */
  async listAudit(accountId: string, page: PageRequest, nowMs = 0) {
    const [list, kept] = await Promise.all([
      audit.list(table, accountId, {}, page),
      countKept(table, accountId, nowMs),
    ]);
    const records = list.records.filter((record) => isKept(record, nowMs));
    return { ...list, records, total: list.total + kept };
  },

  listAuditWithin: (accountId: string, within: Within<AuditRecord>, page: PageRequest) =>
    audit.listWithin(table, accountId, {}, within, page),

  addActivity: (record: ActivityRecord, dueAtMs: number): Write[] =>
    activity.insert(record, dueAttributes("activity", record.id, dueAtMs)),

  /** The entry of a run that has ended. It never comes due, because it is deleted together with the run. */
  addRunActivity: (record: ActivityRecord): Write[] => activity.insert(record),

  /** The entry of a run that has ended; null if it comes due by itself, as those of earlier releases do. */
  async getOfRun(accountId: string, id: string): Promise<ActivityRecord | null> {
    const item = await table.get(activity.key(accountId, id));
    return item && item.dueAt === undefined ? recordOf<ActivityRecord>(item) : null;
  },

  /** Deletes the entry with its run; refused if it comes due by itself. */
  forgetOfRun: (record: ActivityRecord): Write[] => activity.remove(record, STAYS),

  /** Lets the entry outlive its run: it comes due at `dueAtMs`. */
  keepOfRun: ({ accountId, id }: ActivityRecord, dueAtMs: number): Write[] => [
    {
      kind: "update",
      key: activity.key(accountId, id),
      set: dueAttributes("activity", id, dueAtMs),
      when: STAYS,
    },
  ],
  activity: pastOf(table, "activity", activity),
  listActivity: (accountId: string, page: PageRequest) => activity.list(table, accountId, {}, page),
});
