import type { Item, Key, Table, Write } from "./table.ts";

/** Items per read and per transaction; even the largest items fit the 4 MB of a transaction. */
const PAGE = 250;
const PER_TRANSACTION = 8;

const removal = ({ pk, sk }: Key): Write => ({ kind: "remove", key: { pk, sk } });

/**
 * Erases the first items of a partition without updating counts: use it only for items that no list shows.
 *
 * @param erasure writes that erase one item; by default, only the item itself is removed
 * @param prefix only items whose sort key begins with it
 * @returns number of items erased; 0 if the partition is empty
 */
export const erasePage = async (
  table: Table,
  pk: string,
  erasure: (item: Item) => readonly Write[] = (item) => [removal(item)],
  prefix?: string,
): Promise<number> => {
  const items = await table.query({ pk, limit: PAGE, ...(prefix !== undefined && { prefix }) });
  const batches = Array.from({ length: Math.ceil(items.length / PER_TRANSACTION) }, (_, n) =>
    items.slice(n * PER_TRANSACTION, (n + 1) * PER_TRANSACTION),
  );
  await Promise.all(batches.map((batch) => table.transact(batch.flatMap(erasure))));
  return items.length;
};
