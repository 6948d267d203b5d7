/** What the same calls would consume on DynamoDB, so that costs look the same on both tables. */
import type { OnConsumed } from "../dynamo/dynamoTable.ts";
import { INDEXES } from "../schema.ts";
import type { Item } from "../table.ts";
import { itemBytes } from "./itemBytes.ts";

/** DynamoDB's units (on-demand mode): bytes per read and per write. */
const READ_BYTES = 4_096;
const WRITE_BYTES = 1_024;

interface Written {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** A write is priced by the larger of the two item sizes. */
const writtenBytes = ({ before, after }: Written): number => Math.max(itemBytes(before), itemBytes(after));

const blocks = (bytes: number, size: number): number => Math.max(1, Math.ceil(bytes / size));

/** Partitions of the indexes in which an entry is added, removed or rewritten; a moved entry counts as both. */
const indexWrites = ({ before, after }: Written): string[] =>
  Object.entries(INDEXES).flatMap(([name, { partitionKey, sortKey }]) => {
    const [old, fresh] = [before, after].map((item) =>
      typeof item?.[partitionKey] === "string" ? `${item[partitionKey]}\n${item[sortKey]}` : undefined,
    );
    const written = old === fresh ? [fresh] : [old, fresh];
    return written.flatMap((entry) => (entry === undefined ? [] : [`${name} ${entry.split("\n")[0]}`]));
  });

interface PartitionUnits {
  /** Of the table its key, of an index its name and key. */
  readonly partition: string;
  readonly units: number;
}

/** What a write of an item consumes in each partition. A transaction writes each item twice, but its index entries once. */
export const writeUnits = (written: Written, isTransaction: boolean): PartitionUnits[] => {
  const units = blocks(writtenBytes(written), WRITE_BYTES);
  const { pk = "" } = written.after ?? written.before ?? {};
  return [
    { partition: pk, units: isTransaction ? 2 * units : units },
    ...indexWrites(written).map((partition) => ({ partition, units })),
  ];
};

export const createUnits = (onConsumed: OnConsumed | undefined) => ({
  /** A strongly consistent read of the table costs twice as much as a read of an index. */
  read(items: readonly Item[], isConsistent: boolean): void {
    if (!onConsumed) return;
    const bytes = items.reduce((sum, item) => sum + itemBytes(item), 0);
    onConsumed({ read: blocks(bytes, READ_BYTES) * (isConsistent ? 1 : 0.5), write: 0 });
  },

  wrote(items: readonly Written[], isTransaction: boolean): void {
    if (!onConsumed) return;
    const write = items.flatMap((item) => writeUnits(item, isTransaction));
    onConsumed({ read: 0, write: write.reduce((sum, { units }) => sum + units, 0) });
  },
});
