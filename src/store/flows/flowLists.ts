import { DUE_ATTRIBUTES, dueAttributes, recordOf } from "../due.ts";
import { accountPartition } from "../partitions.ts";
import type { Key, Table, Write } from "../table.ts";

type OfList = Pick<FlowList, "accountId" | "flowId" | "uploadId">;

/** An uploaded list that a flow keeps. Its URLs are in an object. */
export interface FlowList {
  readonly accountId: string;
  readonly flowId: string;
  readonly uploadId: string;
  readonly count: number;
  /** Whether a version of the flow has used it. Only then is its object certain to exist. */
  readonly isKept?: boolean;
  /** Whether it is being erased. */
  readonly isGoing?: boolean;
}

const listKey = ({ accountId, flowId, uploadId }: OfList): Key => ({
  pk: accountPartition("FLOWLISTS", accountId),
  sk: `${flowId}#${uploadId}`,
});

const due = ({ flowId }: OfList, atMs: number) => dueAttributes("flowList", flowId, atMs);

/** A list is due while its flow may not need it. When it comes due, it is kept or erased. */
export const flowListStore = (table: Table) => ({
  key: listKey,

  async get(of: OfList): Promise<FlowList | null> {
    const item = await table.get(listKey(of));
    return item && recordOf<FlowList>(item);
  },

  /** Announces a list before its object is stored, so that it is erased if no flow uses it. */
  announce: (list: FlowList, dueAtMs: number): Promise<void> =>
    table.transact([{ kind: "put", item: { ...list, ...listKey(list), ...due(list, dueAtMs) } }]),

  /** Keeps the list for the flow's current version; refused if it is being erased. */
  keep: (of: OfList): Write[] => [
    {
      kind: "update",
      key: listKey(of),
      set: { isKept: true },
      remove: DUE_ATTRIBUTES,
      when: { pk: { exists: true }, isGoing: { exists: false } },
    },
  ],

  /** Makes the list due, because the flow has another one now or is deleted. */
  leave: (of: OfList, dueAtMs: number): Write[] => [
    { kind: "update", key: listKey(of), set: due(of, dueAtMs), when: { pk: { exists: true } } },
  ],

  /** Keeps a list that came due but that the flow still uses. */
  async keepOn(of: OfList, seenDueAt: string): Promise<void> {
    const when = { dueAt: { eq: seenDueAt } };
    await table.update({ key: listKey(of), set: { isKept: true }, remove: DUE_ATTRIBUTES, when });
  },

  /** Marks the list as being erased, so that no version of the flow can use it. */
  async giveUp(of: OfList, seenDueAt: string): Promise<void> {
    await table.update({ key: listKey(of), set: { isGoing: true }, when: { dueAt: { eq: seenDueAt } } });
  },

  /** Removes the entry of a list whose object is erased. */
  expire: (of: OfList, seenDueAt: string): Write[] => [
    { kind: "remove", key: listKey(of), when: { dueAt: { eq: seenDueAt } } },
  ],
});
