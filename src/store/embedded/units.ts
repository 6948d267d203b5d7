/** What the same calls would consume on DynamoDB, so that costs look the same on both tables. */
import type { OnConsumed } from "../dynamoTable.ts";
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

/** Index entries that are added and removed; a moved entry counts as both. */
const indexWrites = ({ before, after }: Written): number =>
  Object.values(INDEXES).reduce((sum, { partitionKey, sortKey }) => {
    const [old, fresh] = [before, after].map((item) =>
      typeof item?.[partitionKey] === "string" ? `${item[partitionKey]}\n${item[sortKey]}` : undefined,
    );
    if (old === fresh) return sum + (fresh === undefined ? 0 : 1);
    return sum + (old === undefined ? 0 : 1) + (fresh === undefined ? 0 : 1);
  }, 0);

export const createUnits = (onConsumed: OnConsumed | undefined) => ({
  /** A strongly consistent read of the table costs twice as much as a read of an index. */
  read(items: readonly Item[], isConsistent: boolean): void {
    if (!onConsumed) return;
    const bytes = items.reduce((sum, item) => sum + itemBytes(item), 0);
    onConsumed({ read: blocks(bytes, READ_BYTES) * (isConsistent ? 1 : 0.5), write: 0 });
  },

  /** A transaction writes each item twice, but its index entries once. */
  wrote(items: readonly Written[], isTransaction: boolean): void {
    if (!onConsumed) return;
    const write = items.reduce(
      (sum, item) =>
        sum + blocks(writtenBytes(item), WRITE_BYTES) * ((isTransaction ? 2 : 1) + indexWrites(item)),
      0,
    );
    onConsumed({ read: 0, write });
  },
});
