/** What writes consume in each partition, second by second. */
import { writeUnits } from "../../../src/store/embedded/units.ts";
import { type Key, mergeWrites, type Table, type Write } from "../../../src/store/table.ts";
import type { MemoryTable } from "../../helpers/memoryTable.ts";

/** DynamoDB's limit for one partition. */
export const PARTITION_LIMIT = 1_000;

const SECOND_MS = 1_000;

interface Load {
  second: number;
  units: number;
  peak: number;
}

/** The most write units that a partition of one kind took in a second. */
export interface Peak {
  readonly kind: string;
  readonly partition: string;
  readonly units: number;
}

const IDS = /(?:acct|run|flow|evt|act|audit|dlv|user|key)-\w+/gu;
const kindOf = (partition: string): string => partition.replace(IDS, "*").replace(/#+/gu, "#");

const keyOf = (write: Write): Key => (write.kind === "put" ? write.item : write.key);

/**
 * A table that counts what its writes consume. A partition is all items with one key: DynamoDB may spread them over several of
 * its own, but need not.
 */
export const meterTable = (table: MemoryTable, now: () => number) => {
  const loads = new Map<string, Load>();
  let total = 0;

  const note = (partition: string, units: number): void => {
    const second = Math.floor(now() / SECOND_MS);
    const load = loads.get(partition) ?? { second, units: 0, peak: 0 };
    loads.set(partition, load);
    if (load.second !== second) Object.assign(load, { second, units: 0 });
    load.units += units;
    load.peak = Math.max(load.peak, load.units);
    total += units;
  };

  const metered = async <T>(keys: readonly Key[], isTransaction: boolean, write: () => Promise<T>) => {
    const before = keys.map(table.peek);
    const result = await write();
    for (const [place, key] of keys.entries())
      for (const { partition, units } of writeUnits(
        { before: before[place], after: table.peek(key) },
        isTransaction,
      ))
        note(partition, units);
    return result;
  };

  return {
    table: {
      get: table.get,
      query: table.query,
      update: (update) => metered([update.key], false, () => table.update(update)),
      transact: (writes) => metered(mergeWrites(writes).map(keyOf), true, () => table.transact(writes)),
    } satisfies Table,

    units: () => total,

    /** Counts from here on. */
    reset(): void {
      loads.clear();
      total = 0;
    },

    /** The busiest partition of each kind, busiest first. */
    peaks(): Peak[] {
      const peaks = new Map<string, Peak>();
      for (const [partition, { peak }] of loads) {
        const kind = kindOf(partition);
        if (peak > (peaks.get(kind)?.units ?? 0)) peaks.set(kind, { kind, partition, units: peak });
      }
      return [...peaks.values()].toSorted((a, b) => b.units - a.units);
    },
  };
};
