import type { Currencies } from "../../contract/currencies.ts";
import { dueAttributes, recordOf } from "../due.ts";
import { accountPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";

/** Records are identified by all of these. */
export const IDENTITY = "whole";

/** What was observed about a flow's pages: plain JSON, opaque to the store. */
export type ObservedNoise = Readonly<Record<string, unknown>>;

/** The records of a flow's last good collection at one time; the records themselves are in objects. */
export interface RecordSetEntry {
  readonly accountId: string;
  readonly flowId: string;
  readonly runId: string;
  /** Since when this was the data. */
  readonly at: string;
  /** Prefix of the objects that hold the records. */
  readonly folder: string;
  readonly total: number;
  readonly keyFields: readonly string[];
  /** Hash of the records, so that identical sets are not stored twice. */
  readonly digest: string;
  /** Hash of the parts of the flow that define what is collected; sets with different bases cannot be compared. */
  readonly basis: string;
  /** Some pages' records may be missing; absent: none are. */
  readonly lacksRecords?: boolean;
  /** Some of the records' values may be missing; absent: none are. */
  readonly lacksValues?: boolean;
  /** Currencies of the price fields; absent: none is known. */
  readonly currencies?: Currencies;
  /** What two reads of the pages showed to be noise; absent: no page has been read twice. */
  readonly observed?: ObservedNoise;
  /** In how many runs in a row each field changed in nearly every record. */
  readonly restless?: Readonly<Record<string, number>>;
  /** How records are identified; absent: as by releases up to 0.1, which merged some. */
  readonly identity?: typeof IDENTITY;
  /** When another set replaced it; absent for the current one. */
  readonly replacedAt?: string;
}

const currentKey = (accountId: string, flowId: string): Key => ({
  pk: accountPartition("RECORDSET", accountId),
  sk: flowId,
});
const entryKey = ({ accountId, flowId, at, runId }: RecordSetEntry): Key => ({
  pk: partition(accountId),
  sk: `${flowId}#${at}#${runId}`,
});
const partition = (accountId: string) => accountPartition("RECORDSETS", accountId);
const replaced = (set: RecordSetEntry, replacedAt: string, dueAtMs: number): Write[] => [
  {
    kind: "update",
    key: entryKey(set),
    set: { replacedAt, ...dueAttributes("recordSet", set.runId, dueAtMs) },
  },
];

/** Sorts after every set of the same time. */
const LAST = "~";

export const recordStore = (table: Table) => ({
  async current(accountId: string, flowId: string): Promise<RecordSetEntry | null> {
    const item = await table.get(currentKey(accountId, flowId));
    return item && recordOf<RecordSetEntry>(item);
  },

  /** The set that was current at a time, given in ISO 8601 UTC. */
  async asOf(accountId: string, flowId: string, at: string): Promise<RecordSetEntry | null> {
    const [item] = await table.query({
      pk: partition(accountId),
      below: `${flowId}#${at}${LAST}`,
      descending: true,
      limit: 1,
    });
    const set = item && recordOf<RecordSetEntry>(item);
    // If the flow has none that early, the query returns another flow's set.
    return set?.flowId === flowId ? set : null;
  },

  /**
   * Replaces the current set; refused if another set has become current since.
   *
   * @param dueAtMs when the retention of the replaced set is checked
   */
  advance: (before: RecordSetEntry | null, after: RecordSetEntry, dueAtMs: number): Write[] => [
    {
      kind: "put",
      item: { ...after, ...currentKey(after.accountId, after.flowId) },
      when: before ? { folder: { eq: before.folder } } : { pk: { exists: false } },
    },
    { kind: "put", item: { ...after, ...entryKey(after) } },
    ...(before ? replaced(before, after.at, dueAtMs) : []),
  ],

  /** Notes what a run observed while the records stayed the same; refused if another set has become current. */
  annotate: (
    current: RecordSetEntry,
    notes: Pick<RecordSetEntry, "observed" | "restless" | "identity">,
  ): Write[] => [
    {
      kind: "update",
      key: currentKey(current.accountId, current.flowId),
      set: { ...notes },
      when: { folder: { eq: current.folder } },
    },
  ],

  /** Leaves a flow without a current set; the set itself is deleted when its retention is checked. */
  forget: (current: RecordSetEntry, at: string): Write[] => [
    { kind: "remove", key: currentKey(current.accountId, current.flowId) },
    ...replaced(current, at, Date.parse(at)),
  ],

  /** Deletes a set; refused if its due time has changed since it was read. */
  expire: (set: RecordSetEntry, seenDueAt: string): Write[] => [
    { kind: "remove", key: entryKey(set), when: { dueAt: { eq: seenDueAt } } },
  ],

  /** Postpones the next check, unless someone else already has. */
  async lookAgain(set: RecordSetEntry, seenDueAt: string, dueAtMs: number): Promise<void> {
    await table.update({
      key: entryKey(set),
      set: dueAttributes("recordSet", set.runId, dueAtMs),
      when: { dueAt: { eq: seenDueAt } },
    });
  },
});
