/** Records that a page numbers in their titles: "1. Night Ferry", "2. Amber". */
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { meaningOf } from "../../vocabulary/concepts.ts";
import type { MatchedItem } from "../match.ts";

const MIN_RECORDS = 3;
const RANKED = /^(\d{1,4})[.)]\s+(?=\S)/;

/** Whether each title has the number of its record, from any first one on. */
const areRanked = (titles: readonly unknown[]): boolean => {
  const ranks = titles.map((title) => Number(RANKED.exec(String(title))?.[1]));
  return ranks.every((rank, at) => rank === (ranks[0] ?? 0) + at);
};

/** The items with their titles without the numbers, if all have one, in order: not "1. FC Köln" alone. */
export const withoutRanks = (items: readonly MatchedItem[], schema: OutputSchema): readonly MatchedItem[] => {
  const ranked = Object.keys(schema).filter(
    (name) => meaningOf(name) === "title" && areRanked(items.map(({ item }) => item[name])),
  );
  if (items.length < MIN_RECORDS || ranked.length === 0) return items;
  return items.map((own) => ({
    ...own,
    item: {
      ...own.item,
      ...Object.fromEntries(ranked.map((name) => [name, String(own.item[name]).replace(RANKED, "")])),
    },
  }));
};
