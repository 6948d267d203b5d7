import type { Item, Key, Table, Write } from "./table.ts";

/** Items read at a time and deleted in one transaction; even the largest fit its 4 MB. */
const PAGE = 250;
const PER_TRANSACTION = 8;

const removal = ({ pk, sk }: Key): Write => ({ kind: "remove", key: { pk, sk } });

/**
 * Erases the first items of a partition. Nothing is counted: this is for what no list shows.
 *
 * @param erasure what erases one of them, where more goes with it
 * @returns how many they were; 0 where the partition is empty
 */
export const erasePage = async (
  table: Table,
  pk: string,
  erasure: (item: Item) => readonly Write[] = (item) => [removal(item)],
): Promise<number> => {
  const items = await table.query({ pk, limit: PAGE });
  const batches = Array.from({ length: Math.ceil(items.length / PER_TRANSACTION) }, (_, n) =>
    items.slice(n * PER_TRANSACTION, (n + 1) * PER_TRANSACTION),
  );
  await Promise.all(batches.map((batch) => table.transact(batch.flatMap(erasure))));
  return items.length;
};
