/** Transactions that meet at an item, as on DynamoDB: one is carried out, and the others are tried again. */
import { retryConflicts } from "../../../src/store/dynamo/conflicts.ts";
import { type Key, mergeWrites, type Table, TableBusy, type Write } from "../../../src/store/table.ts";
import { ERRORS } from "./faults.ts";
import type { Machine } from "./machines.ts";
import { tableOn } from "./ports.ts";
import type { Scheduler } from "./scheduler.ts";

/** For so long a transaction has its items to itself. */
const HELD_MS = 10;
/** Items to remember before those that are free are forgotten. */
const MOST_REMEMBERED = 20_000;

const { name: CONFLICT } = ERRORS.conflict();

const keyOf = (write: Write): Key => (write.kind === "put" ? write.item : write.key);
const idOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

export const createContention = ({ now }: Pick<Scheduler, "now">) => {
  const heldUntilMs = new Map<string, number>();
  const counts = { writes: 0, conflicts: 0, givenUp: 0 };

  const forgetFree = (): void => {
    for (const [id, untilMs] of heldUntilMs) if (untilMs <= now()) heldUntilMs.delete(id);
  };

  const checkFree = (keys: readonly Key[]): void => {
    if (keys.every((key) => (heldUntilMs.get(idOf(key)) ?? 0) <= now())) return;
    counts.conflicts += 1;
    throw ERRORS.conflict();
  };

  const hold = (keys: readonly Key[]): void => {
    if (heldUntilMs.size > MOST_REMEMBERED) forgetFree();
    for (const key of keys) heldUntilMs.set(idOf(key), now() + HELD_MS);
  };

  /** The table, of which a transaction has its items to itself for a while. */
  const contended = (table: Table): Table => ({
    ...table,
    update: async (update) => {
      checkFree([update.key]);
      return table.update(update);
    },
    transact: async (writes) => {
      const keys = mergeWrites(writes).map(keyOf);
      checkFree(keys);
      hold(keys);
      return table.transact(writes);
    },
  });

  return {
    counts,

    /** The table as a machine sees it, which tries again what met something else, as the service's client does. */
    on(machine: Machine, table: Table): Table {
      const on = tableOn(machine, contended(table));
      const sleep = (ms: number) => new Promise<void>((resolve) => void machine.after(ms, resolve));
      const retried = async <T>(attempt: () => Promise<T>): Promise<T> => {
        counts.writes += 1;
        try {
          return await retryConflicts(attempt, isConflict, sleep);
        } catch (error) {
          if (!isConflict(error)) throw error;
          counts.givenUp += 1;
          throw new TableBusy(error);
        }
      };
      return {
        ...on,
        update: (update) => retried(() => on.update(update)),
        transact: (writes) => retried(() => on.transact(writes)),
      };
    },
  };
};

const isConflict = (error: unknown): boolean => error instanceof Error && error.name === CONFLICT;
