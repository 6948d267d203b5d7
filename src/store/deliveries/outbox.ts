import { DUE_ATTRIBUTES, dueAttributes, recordOf } from "../due.ts";
import { accountPartition } from "../partitions.ts";
import { TABLE } from "../schema.ts";
import type { Key, Table, Write } from "../table.ts";

/** Pages in an object: one line of JSON each, one after the other. */
export interface ToldPages {
  readonly objectKey: string;
  /** Where the first line begins, in bytes. */
  readonly start: number;
  /** Bytes of each line, separated by spaces. */
  readonly lengths: string;
}

/** An event, with the exact text that reports it. */
export interface EventRecord {
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
  /** The body of every delivery, byte for byte; of pages, what is the same for all of them. */
  readonly body: string;
  /** The object of a picture for those who are mailed about it; absent: none. */
  readonly pictureKey?: string;
  /** The pages that it reports, which are delivered one by one; absent: the event is delivered as it is. */
  readonly pages?: ToldPages;
  /** The job whose own webhook alone gets it; absent: every webhook that listens. */
  readonly jobId?: string;
  readonly createdAt: string;
  /** How often it came due without having been handed to all listeners; absent: never. */
  readonly losses?: number;
}

/** Longer than any delivery is kept, so that each can be replayed. */
const KEEP_MS = 40 * 24 * 60 * 60 * 1000;

const eventKey = (accountId: string, id: string): Key => ({
  pk: accountPartition("EVENTS", accountId),
  sk: id,
});

const toItem = (event: EventRecord) => ({
  ...event,
  ...eventKey(event.accountId, event.id),
  [TABLE.ttl]: Math.floor((Date.parse(event.createdAt) + KEEP_MS) / 1000),
});

/**
 * The outbox: an event is committed together with the change it reports, and comes due until it has been handed to its
 * listeners.
 */
export const outboxStore = (table: Table) => ({
  /** An event to publish; checked again at `dueAtMs` in case its message is lost. */
  add: (event: EventRecord, dueAtMs: number): Write[] => [
    {
      kind: "put",
      item: { ...toItem(event), ...dueAttributes("event", event.id, dueAtMs) },
      when: { pk: { exists: false } },
    },
  ],

  /** An event for one listener, delivered by the caller: it never comes due. */
  addTold: (event: EventRecord): Write[] => [{ kind: "put", item: toItem(event) }],

  /** The events that these writes add to the outbox. */
  eventsIn: (writes: readonly Write[]): EventRecord[] =>
    writes.flatMap((write) =>
      write.kind === "put" && write.item.dueKind === "event" ? [recordOf<EventRecord>(write.item)] : [],
    ),

  async get(accountId: string, id: string): Promise<EventRecord | null> {
    const item = await table.get(eventKey(accountId, id));
    return item && recordOf<EventRecord>(item);
  },

  /** The event, if it has not been handed to all listeners yet. */
  async getUntold(accountId: string, id: string): Promise<EventRecord | null> {
    const item = await table.get(eventKey(accountId, id));
    return item?.dueKind === "event" ? recordOf<EventRecord>(item) : null;
  },

  /** Postpones the next check, unless someone else already has. */
  async handOver({ accountId, id }: EventRecord, seenDueAt: string, nextDueAtMs: number): Promise<void> {
    await table.update({
      key: eventKey(accountId, id),
      set: dueAttributes("event", id, nextDueAtMs),
      add: { losses: 1 },
      when: { dueAt: { eq: seenDueAt } },
    });
  },

  /** Stops the event from coming due: every listener has it, or it was given up. */
  async finish({ accountId, id }: EventRecord): Promise<void> {
    await table.update({
      key: eventKey(accountId, id),
      remove: DUE_ATTRIBUTES,
      when: { pk: { exists: true } },
    });
  },
});
