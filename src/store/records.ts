import { dueAttributes, recordOf } from "./due.ts";
import { accountPartition } from "./partitions.ts";
import type { Key, Table, Write } from "./table.ts";

/** The records of a flow's last good collection at a time; the records themselves are in objects. */
export interface RecordSetEntry {
  readonly accountId: string;
  readonly flowId: string;
  readonly runId: string;
  /** From when on this was the data. */
  readonly at: string;
  /** Folder of the objects that hold the records. */
  readonly folder: string;
  readonly total: number;
  readonly keyFields: readonly string[];
  /** Of the records: the same ones are not kept twice. */
  readonly digest: string;
  /** Of the parts of the flow that say what is collected: under another basis nothing can be compared. */
  readonly basis: string;
  /** Records of the pages may be missing; absent: none are. */
  readonly lacksRecords?: boolean;
  /** Values of the records may be missing; absent: none are. */
  readonly lacksValues?: boolean;
  /** When another set took its place; absent of the current one. */
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

/** Sorts behind every set of the same time. */
const LAST = "~";

export const recordStore = (table: Table) => ({
  async current(accountId: string, flowId: string): Promise<RecordSetEntry | null> {
    const item = await table.get(currentKey(accountId, flowId));
    return item && recordOf<RecordSetEntry>(item);
  },

  /** The set that held at a time, given in ISO 8601 UTC. */
  async asOf(accountId: string, flowId: string, at: string): Promise<RecordSetEntry | null> {
    const [item] = await table.query({
      pk: partition(accountId),
      below: `${flowId}#${at}${LAST}`,
      descending: true,
      limit: 1,
    });
    const set = item && recordOf<RecordSetEntry>(item);
    // Where the flow has none that early, the last one of another flow comes before.
    return set?.flowId === flowId ? set : null;
  },

  /**
   * Puts a set in the place of the one that is current; refused where that is another one by now.
   *
   * @param dueAtMs when the one that is replaced is looked at, in case it is old
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

  /** Leaves a flow without a current set; the set itself goes once it is looked at. */
  forget: (current: RecordSetEntry, at: string): Write[] => [
    { kind: "remove", key: currentKey(current.accountId, current.flowId) },
    ...replaced(current, at, Date.parse(at)),
  ],

  /** Forgets a set, on condition that it is due as it was seen. */
  expire: (set: RecordSetEntry, seenDueAt: string): Write[] => [
    { kind: "remove", key: entryKey(set), when: { dueAt: { eq: seenDueAt } } },
  ],

  /** Moves the time at which the set is looked at next, on condition that no one else has. */
  async lookAgain(set: RecordSetEntry, seenDueAt: string, dueAtMs: number): Promise<void> {
    await table.update({
      key: entryKey(set),
      set: dueAttributes("recordSet", set.runId, dueAtMs),
      when: { dueAt: { eq: seenDueAt } },
    });
  },
});
