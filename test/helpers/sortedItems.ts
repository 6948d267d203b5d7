import type { Item } from "../../src/store/table.ts";

interface Selection {
  /** No wanted item sorts before it. */
  readonly from: string;
  /** Every wanted item sorts before it. */
  readonly below?: string | undefined;
  readonly descending: boolean;
  readonly limit: number;
  /** Whether an item is wanted; the wanted ones are contiguous. */
  readonly fits: (item: Item) => boolean;
}

/** Items sorted by a text each, like a partition. */
export interface SortedItems {
  readonly get: (order: string) => Item | undefined;
  readonly set: (order: string, item: Item) => void;
  readonly remove: (order: string) => void;
  readonly list: () => Item[];
  readonly select: (selection: Selection) => Item[];
}

export const createSortedItems = (): SortedItems => {
  const orders: string[] = [];
  const items = new Map<string, Item>();

  /** Index of the first item whose order is not before `order`. */
  const placeOf = (order: string): number => {
    let [low, high] = [0, orders.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((orders[middle] ?? "") < order) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const itemAt = (place: number): Item | undefined => items.get(orders[place] ?? "");

  return {
    get: (order) => items.get(order),
    set(order, item) {
      if (!items.has(order)) orders.splice(placeOf(order), 0, order);
      items.set(order, item);
    },
    remove(order) {
      if (items.delete(order)) orders.splice(placeOf(order), 1);
    },
    list: () => orders.flatMap((order) => items.get(order) ?? []),
    select({ from, below, descending, limit, fits }) {
      const selected: Item[] = [];
      const first = placeOf(from);
      const end = below === undefined ? orders.length : placeOf(below);
      if (!descending) {
        for (let place = first; place < end && selected.length < limit; place += 1) {
          const item = itemAt(place);
          if (!item || !fits(item)) break;
          selected.push(item);
        }
        return selected;
      }
      for (let place = end - 1; place >= first && selected.length < limit; place -= 1) {
        const item = itemAt(place);
        // The first item without the prefix ends the range.
        if (item && fits(item)) selected.push(item);
        else if (selected.length > 0) break;
      }
      return selected;
    },
  };
};
