import { recordOf } from "./due.ts";
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
}

const currentKey = (accountId: string, flowId: string): Key => ({
  pk: `RECORDSET#${accountId}#${flowId}`,
  sk: "CURRENT",
});
const partition = (accountId: string, flowId: string) => `RECORDSETS#${accountId}#${flowId}`;
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
      pk: partition(accountId, flowId),
      below: at + LAST,
      descending: true,
      limit: 1,
    });
    return item ? recordOf<RecordSetEntry>(item) : null;
  },

  /** Puts a set in the place of the one that is current; refused where that is another one by now. */
  advance: (before: RecordSetEntry | null, after: RecordSetEntry): Write[] => [
    {
      kind: "put",
      item: { ...after, ...currentKey(after.accountId, after.flowId) },
      when: before ? { folder: { eq: before.folder } } : { pk: { exists: false } },
    },
    {
      kind: "put",
      item: { ...after, pk: partition(after.accountId, after.flowId), sk: `${after.at}#${after.runId}` },
    },
  ],
});
