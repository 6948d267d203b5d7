/** Records whose work is attempted until it is done: see `domain/outbox/attempts.ts`. They come due until then. */
import type { collection } from "../collection.ts";
import { type DueKind, dueAttributes } from "../due.ts";
import type { Table, Write } from "../table.ts";

interface Attempted {
  readonly id: string;
  readonly accountId: string;
  /** Incremented with every change, for optimistic locking. */
  readonly turn: number;
}

/** The writes and reads that all of them share. */
export const attemptStore = <T extends Attempted>(
  table: Table,
  kind: DueKind,
  records: Pick<ReturnType<typeof collection<T>>, "key" | "insert" | "change" | "remove" | "get">,
) => ({
  key: records.key,

  /** A new record, refused if it exists; checked again at `dueAtMs`. */
  insert: (record: T, dueAtMs: number): Write[] =>
    records.insert(record, dueAttributes(kind, record.id, dueAtMs)),

  /** Updates the record if it is unchanged since `before`; it comes due at `dueAtMs`. */
  change: (before: T, patch: Partial<T>, dueAtMs: number): Write[] =>
    records.change(
      before,
      { ...patch, turn: before.turn + 1 },
      { turn: { eq: before.turn } },
      { set: dueAttributes(kind, before.id, dueAtMs) },
    ),

  /** Deletes the record; refused if it or its due time has changed since it was read. */
  expire: (record: T, seenDueAt: string): Write[] =>
    records.remove(record, { dueAt: { eq: seenDueAt }, turn: { eq: record.turn } }),

  /** Postpones the next check, unless someone else already has. */
  async handOver({ accountId, id }: T, seenDueAt: string, nextDueAtMs: number): Promise<void> {
    await table.update({
      key: records.key(accountId, id),
      set: dueAttributes(kind, id, nextDueAtMs),
      when: { dueAt: { eq: seenDueAt } },
    });
  },

  get: (accountId: string, id: string) => records.get(table, accountId, id),
});
