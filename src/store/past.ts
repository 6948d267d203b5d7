import { type DueKind, dueAttributes } from "./due.ts";
import type { Condition, Key, Table, Write } from "./table.ts";

interface Entity {
  readonly accountId: string;
  readonly id: string;
}

interface Listed<T extends Entity> {
  readonly key: (accountId: string, id: string) => Key;
  readonly remove: (record: T, when: Condition) => Write[];
}

/**
 * Deletes old records of a list: each comes due when the plan no longer keeps it.
 *
 * @param seen further conditions for deleting a record: it must still count in the totals that it raised
 */
export const pastOf = <T extends Entity>(
  table: Table,
  kind: DueKind,
  records: Listed<T>,
  seen: (record: T) => Condition = () => ({}),
) => ({
  /** Deletes a record; refused if its due time has changed since it was read. */
  expire: (record: T, seenDueAt: string): Write[] =>
    records.remove(record, { ...seen(record), dueAt: { eq: seenDueAt } }),

  /** Postpones the next check, unless someone else already has. */
  async lookAgain({ accountId, id }: T, seenDueAt: string, dueAtMs: number): Promise<void> {
    await table.update({
      key: records.key(accountId, id),
      set: dueAttributes(kind, id, dueAtMs),
      when: { dueAt: { eq: seenDueAt } },
    });
  },
});
